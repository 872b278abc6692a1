import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureTestBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { readCount, readOptions } from './command-line.mjs'
import { install } from './install.mjs'
import { fail, root } from './progress.mjs'

const usage = `npm run flapping -- [options]
  --errands 10           orders, gift cards, check-ins and account changes, five to a guest
  --seed 1               what is drawn: who does what, and when who is killed
  --processes 2          browsers at a time
  --without sync,locks   in a browser that has no SyncManager, no navigator.locks`

/**
 * `npm run flapping`: guests in real browsers on a link that goes up and down every 2 s, whose browsers and server are killed meanwhile
 * (e2e/flapping/README.md).
 */
async function main() {
  const { values } = readOptions(usage, {
    errands: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    without: { type: 'string', default: '' },
    processes: { type: 'string', default: '2' },
  })
  const [errands, seed, processes] = ['errands', 'seed', 'processes'].map((name) =>
    String(readCount(name, values[name], usage)),
  )
  await install()
  await build()
  await ensureTestBrowser()
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--config', 'playwright.flapping.config.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        FLAPPING_ERRANDS: errands,
        FLAPPING_SEED: seed,
        FLAPPING_WITHOUT: values.without,
        FLAPPING_PROCESSES: processes,
      },
    },
  )
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

await main().catch(fail)
