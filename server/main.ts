import { fileURLToPath } from 'node:url'
import { readSettings, SettingsError } from '#server/env.ts'
import { type RunningLarder, startLarder } from '#server/start.ts'
import { describeStartFailure } from '#server/describe-start-failure.ts'

/** `node dist/server/main.js`: starts Larder with the environment's settings and runs until it is told to stop. */

// The bundle is in dist/server.
const root = fileURLToPath(new URL('../..', import.meta.url))

const say = (line: string): void => void process.stdout.write(`  ${line}\n`)

async function main(): Promise<void> {
  // Files written from here on can be read only by this user.
  process.umask(0o077)
  checkNodeVersion(process.versions.node)
  const running = await startLarder({
    root,
    settings: readSettings(process.env),
    progress: say,
  })
  stopOnSignals(running)
  say('')
  for (const { name, url } of running.addresses) say(`${name.padEnd(24)} ${url}`)
  if (running.demo) say(`Sign in: ${running.demo.email} / ${running.demo.password}`)
  if (running.egiftUrl) say(`A gift card that was sent: ${running.egiftUrl}`)
  say('')
}

function checkNodeVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new SettingsError(`Larder needs Node 20.19 or newer; this is ${version}.`)
}

/** The process manager (systemd; Docker: 10 s) kills it soon after this, without a message. */
const stopMs = 9000

/**
 * Stops cleanly: current requests are answered. When that takes too long (a database or provider that hangs), it ends at once: everything acknowledged is on
 * the disk, and the next start resumes what was begun.
 */
function stopOnSignals(running: RunningLarder): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(endAtOnce, stopMs).unref()
    running.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** By a signal that nothing can delay: `exit` waits for threads, and a thread that waits for a disk never ends. */
function endAtOnce(): void {
  process.stderr.write(
    `Larder did not stop in ${stopMs / 1000} s and was ended. Nothing that was acknowledged is lost.\n`,
  )
  process.kill(process.pid, 'SIGKILL')
}

/** One line: what the operator can fix has its own message, anything else gets the place in the program where it was thrown. */
function fail(error: unknown): never {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}

main().catch(fail)
