import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from './build.mjs'
import { readOptions } from './command-line.mjs'
import { install } from './install.mjs'
import { fail, Failure, root } from './progress.mjs'

const known = ['firefox', 'webkit']
const usage = `npm run engines [-- ${known.join(' ')}]    a dinner and a card at the counter in these engines`

/** `npm run engines [-- firefox webkit]`: a guest's dinner and a member's card in browser engines other than Chromium (e2e/engines/README.md). */
async function main() {
  const { positionals } = readOptions(usage, {}, { allowPositionals: true })
  const engines = positionals.length > 0 ? positionals : known
  const stranger = engines.find((engine) => !known.includes(engine))
  if (stranger) throw new Failure(`There is no engine “${stranger}” here.\n${usage}`)
  await install()
  await build()
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--config', 'playwright.engines.config.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ENGINES: engines.join(',') } },
  )
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

await main().catch(fail)
