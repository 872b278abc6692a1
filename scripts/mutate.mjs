import './node-version.mjs'
import { pathToFileURL } from 'node:url'
import { install } from './install.mjs'
import { fail } from './progress.mjs'

/** `npm run mutate -- --only <text>`: removes each of the product's guards in turn, and checks that a test fails (docs/decisions/068). */
async function main() {
  await install()
  const { mutate } = await import('./mutate/run.mjs')
  process.exitCode = (await mutate(process.argv.slice(2))) ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main().catch(fail)
