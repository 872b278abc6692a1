import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureTestBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { fail, root } from './progress.mjs'

/**
 * `npm run flapping -- --errands N --seed S [--without sync,locks] [--processes P]`: guests in real browsers on a link that comes and goes every 2 s, whose
 * browsers and whose server are killed in between (e2e/flapping/README.md).
 */
async function main() {
  const { values } = parseArgs({
    options: {
      errands: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      without: { type: 'string', default: '' },
      processes: { type: 'string', default: '2' },
    },
  })
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
        FLAPPING_ERRANDS: values.errands,
        FLAPPING_SEED: values.seed,
        FLAPPING_WITHOUT: values.without,
        FLAPPING_PROCESSES: values.processes,
      },
    },
  )
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

await main().catch(fail)
