import './node-version.mjs'
import { pathToFileURL } from 'node:url'
import { install } from './install.mjs'
import { fail } from './progress.mjs'

/** `npm run random-orders -- --orders N --seed S`: orders drawn from seeds, priced on device and server, refunded in parts (tests/random-orders/README.md). */
async function main() {
  await install()
  const { randomOrders } = await import('./random-orders/run.mjs')
  process.exitCode = (await randomOrders(process.argv.slice(2))) ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main().catch(fail)
