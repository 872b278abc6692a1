import { Client, DatabaseError as PgError } from 'pg'
import { isAdvisory, lockNumber } from './leases.ts'

/** A call on the lock's connection may take so long (ms); then another connection is opened. */
const callMs = 5000

/** Looks before it takes: a second one in the same session would have to be given back twice. */
const takeOnce = `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_locks WHERE ${isAdvisory} AND pid = pg_backend_pid() AND ${lockNumber} = $1)
  THEN true ELSE pg_try_advisory_lock($1) END AS held`

/** A machine that lost its power says no goodbye: PostgreSQL asks it after 5 s, three times. Says nothing on a Unix socket. */
const askSoon = `SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false)`

/** PostgreSQL's relatives that spread over machines have no advisory locks. */
const notThere = ['0A000', '42883', '42P01']

/**
 * The advisory lock that says that this process lives (leases.ts). It belongs to a connection of its own, and falls with it at once when the process ends,
 * however it ends.
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

  /** Takes it for the first time. Tells whether there is such a lock here. Throws what the driver does. */
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

  /** Sees that the lock is held, and takes it again where its connection broke. Throws what the driver does. */
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
      // Not held: by a connection of ours that PostgreSQL has not missed yet. It counts as long as it does, and the next round tries again.
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
      // Others begin to miss us. Where it cannot be had now, the next round tries again, and whoever asks the pool tells that the database is away.
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
    // It is broken: what it says to that is of no use to anybody.
    client.end().catch(() => undefined)
  }
}
