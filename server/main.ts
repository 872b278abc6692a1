import { fileURLToPath } from 'node:url'
import { FolderLockedError } from '#server/db/folder-lock.ts'
import { readSettings, SettingsError } from '#server/env.ts'
import { ImportError } from '#server/import/problem.ts'
import { type RunningLarder, startLarder } from '#server/start.ts'

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
    allowMissingPictures: process.env['ALLOW_MISSING_PICTURES'] === '1',
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
  if (major < 20 || (major === 20 && minor < 19)) throw new SettingsError(`Larder needs Node 20.19 or newer; this is ${version}.`)
}

function stopOnSignals(running: RunningLarder): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    running.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** What the operator can mend is told in its own words; anything else with its stack, for whoever mends the program. */
function fail(error: unknown): never {
  const known = error instanceof SettingsError || error instanceof FolderLockedError || error instanceof ImportError
  const text = known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

main().catch(fail)
