import '../simulation/bare-platform.ts'
import { parseArgs } from 'node:util'
import { addProgram } from '../server/support/cards.ts'
import { startTestLarder } from '../server/support/larder.ts'
import { RandomOrders } from '../server/support/random-orders.ts'
import { expectBooks } from '../server/support/tenders.ts'
import { type Databases, embeddedDatabases, postgresDatabases } from './databases.ts'

/**
 * What one process of `npm run random-orders` does: plays the orders from a seed on. It reports its findings as lines of
 * JSON (scripts/random-orders/run.mjs).
 */

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

async function playMany(databases: Databases, first: number, orders: number): Promise<void> {
  const { ordersEach } = databases
  for (let from = 0; from < orders; from += ordersEach) {
    const seeds = Array.from({ length: Math.min(ordersEach, orders - from) }, (_, at) => first + from + at)
    await playIn(databases, seeds)
  }
}

async function playIn(databases: Databases, seeds: readonly number[]): Promise<void> {
  const larder = await startTestLarder(databases, { mail: { send: async () => undefined } })
  try {
    await addProgram(larder)
    const table = await RandomOrders.at(larder)
    for (const broken of await table.play(seeds, (played) => say({ played }))) say({ broken })
    await expectBooks(larder)
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say({
      broken: { seed: seeds[0], orders: seeds.length, message: `the books of these orders: ${message}` },
    })
  } finally {
    await larder.close()
  }
}

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgresql' },
    dump: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    orders: { type: 'string', default: '1' },
  },
})
const databases =
  values.engine === 'embedded' ? await embeddedDatabases(values.dump) : await postgresDatabases()
try {
  await playMany(databases, Number(values.seed), Number(values.orders))
} finally {
  await databases.stop()
}
// The engine would keep the process alive.
process.exit()
