import type { Clock } from '#contract/ports.ts'
import type { Database, Queryable, Transaction } from './database.ts'

/**
 * Leases: rows that a process has for a time, to do something outside the database with them. Each bears until when (ms), and who has it, so that those
 * of a process that has gone are free at once and not when they run out (decision 041). Whatever a lease guards is safe with two at work on it: a process
 * may be cut off and go on.
 */
export type Lease = { table: string; until: string; by: string }

/** All of them. A test compares this with the columns of the database. */
export const leases: readonly Lease[] = [
  { table: 'idempotency_keys', until: 'locked_until', by: 'locked_by' },
  { table: 'payment_attempts', until: 'locked_until', by: 'locked_by' },
  { table: 'card_deliveries', until: 'locked_until', by: 'locked_by' },
  { table: 'order_messages', until: 'locked_until', by: 'locked_by' },
  { table: 'refund_parts', until: 'locked_until', by: 'locked_by' },
  { table: 'card_order_refunds', until: 'locked_until', by: 'locked_by' },
  { table: 'provider_events', until: 'locked_until', by: 'locked_by' },
  { table: 'tickets', until: 'kitchen_locked_until', by: 'kitchen_locked_by' },
]

/** Who has a lease until a time (ms) that is taken through this door; nobody for one that ends with it (0). */
export const holderUntil = ({ holder }: Pick<Transaction, 'holder'>, untilMs: number): number | null =>
  untilMs === 0 ? null : (holder ?? null)

/** A process shows that it lives, and looks who does not, this often. */
export const leaseRoundMs = 2500
/** A process whose lock was missed for so long has gone. One whose connection broke has taken it again by then. */
const goneAfterMs = 5000

/** Sees which processes have gone, and frees what they had. */
export class LeaseWatch {
  readonly #ports: { database: Database; clock: Clock }
  /** Since when each was missed (ms). */
  #missed = new Map<number, number>()

  constructor(ports: { database: Database; clock: Clock }) {
    this.#ports = ports
  }

  /** One round. Tells how many leases it freed. */
  async round(): Promise<number> {
    const { database, clock } = this.#ports
    await database.keepHolder()
    if (database.engine === 'embedded' || database.holder === undefined) return 0
    const others = await otherHolders(database)
    const alive = await findAlive(database)
    // Whoever does not see its own lock cannot tell who else has gone: the database has just come back, or knows no such locks.
    const missing = alive.has(database.holder) ? others.filter((holder) => !alive.has(holder)) : []
    const nowMs = clock.now()
    this.#missed = new Map(missing.map((holder) => [holder, this.#missed.get(holder) ?? nowMs]))
    const gone = missing.filter((holder) => nowMs - this.#missed.get(holder)! >= goneAfterMs)
    return freeLeases(database, gone)
  }
}

/** Frees what an earlier start has left. For an embedded database alone: it has one process, so that all others have gone. */
export const freeLeftLeases = async (database: Database): Promise<number> =>
  freeLeases(database, await otherHolders(database))

async function otherHolders(database: Database): Promise<number[]> {
  const rows = await database.query<{ holder: number }>(
    leases
      .map(({ table, by }) => `SELECT ${by} AS holder FROM ${table} WHERE ${by} IS NOT NULL`)
      .join(' UNION '),
  )
  return rows.map(({ holder }) => holder).filter((holder) => holder !== database.holder)
}

/** How PostgreSQL shows an advisory lock on a bigint. */
export const lockNumber = '(classid::bigint << 32 | objid::bigint)'
export const isAdvisory = `locktype = 'advisory' AND objsubid = 1 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

async function findAlive(database: Queryable): Promise<Set<number>> {
  const rows = await database.query<{ holder: number }>(
    `SELECT ${lockNumber} AS holder FROM pg_locks WHERE ${isAdvisory}`,
  )
  return new Set(rows.map(({ holder }) => holder))
}

async function freeLeases(database: Database, holders: readonly number[]): Promise<number> {
  if (holders.length === 0) return 0
  return database.transaction(async (tx) => {
    let freed = 0
    for (const { table, until, by } of leases) {
      const rows = await tx.query(
        `UPDATE ${table} SET ${until} = 0, ${by} = NULL WHERE ${by} = ANY (string_to_array($1, ',')::bigint[]) RETURNING 1 AS freed`,
        [holders.join()],
      )
      freed += rows.length
    }
    return freed
  })
}
