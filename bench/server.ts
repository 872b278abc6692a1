import { type Engine, engines, type Result } from './budgets.ts'
import { type LarderProcess, startLarderProcess } from './larder-process.ts'
import { measureOrders, measureWholeOrders } from './orders.ts'
import { measurePayments } from './payments.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { measureReads } from './reads.ts'

const location = 'bella-nyc'

/**
 * One run over the server of a tree: reads, orders and payments on the embedded database, and orders and payments on PostgreSQL where that is installed.
 * @param orders how many of each kind are made
 */
export async function measureServer(tree: string, orders: number): Promise<Result[]> {
  const results: Result[] = []
  for (const engine of engines) {
    const postgres = engine === 'postgres' ? await startPostgres() : undefined
    if (engine === 'postgres' && !postgres) {
      results.push({ id: 'order-postgres', why: 'PostgreSQL is not installed' })
      continue
    }
    try {
      results.push(...(await onEngine(tree, engine, postgres, orders)))
    } finally {
      await postgres?.close()
    }
  }
  return results
}

async function onEngine(
  tree: string,
  engine: Engine,
  postgres: Postgres | undefined,
  orders: number,
): Promise<Result[]> {
  const larder = await startLarderProcess({ tree, ...(postgres && { databaseUrl: postgres.url }) })
  try {
    return [
      // Reads are served from memory: they are the same on either database.
      ...(engine === 'embedded' ? await measureReads(larder.port, location) : []),
      ...(await writesOn(larder, engine, orders)),
    ]
  } finally {
    await larder.close()
  }
}

async function writesOn(larder: LarderProcess, engine: Engine, orders: number): Promise<Result[]> {
  return [
    ...(await measureWholeOrders(larder.port, location, engine, orders)),
    ...(await measureOrders(larder.port, location, engine, orders)),
    ...(await measurePayments(larder, location, engine, orders)),
  ]
}
