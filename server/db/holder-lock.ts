import { Client, DatabaseError as PgError } from 'pg'
import { isAdvisory, lockNumber } from './leases.ts'

/** The time limit for a call on the lock's connection (ms); then another connection is opened. */
const callMs = 5000

/** Checks before it locks: a second lock in the same session would have to be released twice. */
const takeOnce = `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_locks WHERE ${isAdvisory} AND pid = pg_backend_pid() AND ${lockNumber} = $1)
  THEN true ELSE pg_try_advisory_lock($1) END AS held`

/** A machine that loses power does not close its connections: PostgreSQL checks this one after 5 s, three times. Has no effect on a Unix socket. */
const askSoon = `SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false)`

/** PostgreSQL's distributed relatives have no advisory locks. */
const notThere = ['0A000', '42883', '42P01']

/**
 * The advisory lock that shows that this process is alive (leases.ts). It has its own connection, and is released at once when the process ends, however it
 * ends.
 */
export class HolderLock {
  readonly id: number
  readonly #connectionString: string
  #client: Client | undefined
  #taking: Promise<void> | undefined
  #closed = false

  constructor(connectionString: string, id: number) {
    this.#connectionString = connectionString
    this.id = id
  }

  /** Takes it for the first time. Returns whether this database has such locks. Throws the driver's errors. */
  async open(): Promise<boolean> {
    try {
      await this.keep()
      return true
    } catch (error) {
      await this.close()
      if (error instanceof PgError && notThere.includes(error.code ?? '')) return false
      throw error
    }
  }

  /** Checks that the lock is held, and takes it again where its connection broke. Throws the driver's errors. */
  keep(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    this.#taking ??= this.#take().finally(() => (this.#taking = undefined))
    return this.#taking
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
  }

  async #take(): Promise<void> {
    const client = this.#client ?? (await this.#connect())
    try {
      // Not acquired: PostgreSQL has not noticed yet that our earlier connection is gone. Until it does, the old lock counts, and the next round tries again.
      await client.query(takeOnce, [this.id])
    } catch (error) {
      this.#drop(client)
      throw error
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: callMs,
      query_timeout: callMs,
      keepAlive: true,
      application_name: 'larder (alive)',
    })
    client.on('error', () => {
      this.#drop(client)
      // Other processes start to miss us. If it cannot be taken now, the next round tries again; the pool's own calls report that the database is away.
      this.keep().catch(() => undefined)
    })
    await client.connect()
    this.#client = client
    if (this.#closed) await client.end()
    else await client.query(askSoon)
    return client
  }

  #drop(client: Client): void {
    if (this.#client === client) this.#client = undefined
    // The connection is broken: its error is of no use.
    client.end().catch(() => undefined)
  }
}
