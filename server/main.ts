import { fileURLToPath } from 'node:url'
import { readSettings, SettingsError } from '#server/env.ts'
import { type RunningLarder, startLarder } from '#server/start.ts'
import { describeStartFailure } from '#server/describe-start-failure.ts'

/** `node dist/server/main.js`: starts Larder by the environment's settings and runs until it is told to stop. */

// The bundle stands in dist/server.
const root = fileURLToPath(new URL('../..', import.meta.url))

const say = (line: string): void => void process.stdout.write(`  ${line}\n`)

async function main(): Promise<void> {
  // Whatever is written from here on is this user's alone.
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

/** Whoever stops it (systemd, Docker: 10 s) ends it hard soon after, and without a word. */
const stopMs = 9000

/**
 * Ends in order: what is being answered is answered. When that takes too long (a database or a provider that hangs) it ends at once: everything that was
 * acknowledged is on the disk, and what was begun is taken up by the next start.
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

/** By a signal that nothing can hold up: `exit` waits for threads, and one that waits for a disk never comes. */
function endAtOnce(): void {
  process.stderr.write(
    `Larder did not stop in ${stopMs / 1000} s and was ended. Nothing that was acknowledged is lost.\n`,
  )
  process.kill(process.pid, 'SIGKILL')
}

/** One line: what the operator can mend is told in its own words, anything else with the place in the program where it came from. */
function fail(error: unknown): never {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}

main().catch(fail)
