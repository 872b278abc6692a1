import type { Clock } from '#contract/ports.ts'
import type { Database, Queryable, Transaction } from './database.ts'

/**
 * Leases: rows that a process claims for a time, to do something outside the database with them. Each records its end (ms) and its holder, so that the leases
 * of a dead process are free at once and not only when they run out (decision 041). Everything guarded by a lease is safe with two processes at work: one may
 * be cut off and go on.
 */
export type Lease = { table: string; until: string; by: string }

/** All leases. A test compares this with the columns of the database. */
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

/** The holder of a lease until a time (ms) taken through this connection; null for one that ends with it (0). */
export const holderUntil = ({ holder }: Pick<Transaction, 'holder'>, untilMs: number): number | null =>
  untilMs === 0 ? null : (holder ?? null)

/** How often a process shows that it is alive, and checks which others are not. */
export const leaseRoundMs = 2500
/** A process whose lock was missing for this long is gone. One whose connection broke has locked again by then. */
const goneAfterMs = 5000

/** Detects dead processes, and frees their leases. */
export class LeaseWatch {
  readonly #ports: { database: Database; clock: Clock }
  /** Since when each was missing (ms). */
  #missed = new Map<number, number>()

  constructor(ports: { database: Database; clock: Clock }) {
    this.#ports = ports
  }

  /** One round. Returns how many leases it freed. */
  async round(): Promise<number> {
    const { database, clock } = this.#ports
    await database.keepHolder()
    if (database.engine === 'embedded' || database.holder === undefined) return 0
    const others = await otherHolders(database)
    const alive = await findAlive(database)
    // A process that does not see its own lock cannot judge others: the database has just come back, or has no such locks.
    const missing = alive.has(database.holder) ? others.filter((holder) => !alive.has(holder)) : []
    const nowMs = clock.now()
    this.#missed = new Map(missing.map((holder) => [holder, this.#missed.get(holder) ?? nowMs]))
    const gone = missing.filter((holder) => nowMs - this.#missed.get(holder)! >= goneAfterMs)
    return freeLeases(database, gone)
  }
}

/** Frees the leases of an earlier start. Only for an embedded database: it has one process, so all others are gone. */
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

/** The number of an advisory lock in PostgreSQL's `pg_locks`, for a bigint. */
export const lockNumber = '(classid::bigint << 32 | objid::bigint)'
/** SQL for the advisory locks of this database that are held, in `pg_locks`. */
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
