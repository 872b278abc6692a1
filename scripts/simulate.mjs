import './node-version.mjs'
import { pathToFileURL } from 'node:url'
import { install } from './install.mjs'
import { fail } from './progress.mjs'

/** `npm run simulate -- --sessions N --seed S`: sessions of guests, members, kitchen and faults, drawn from seeds (tests/simulation/README.md). */
async function main() {
  await install()
  const { simulate } = await import('./simulate/run.mjs')
  process.exitCode = (await simulate(process.argv.slice(2))) ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main().catch(fail)
