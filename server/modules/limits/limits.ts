import { createHmac } from 'node:crypto'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { getServerSecret } from '#server/db/server-secrets.ts'
import { unsynced } from '#server/db/transaction.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { defaultLimits, type Limit, type LimitName } from './default-limits.ts'

/** One more of a kind, by one client, address, user or ticket. */
export type Use = {
  name: LimitName
  of: string
  /** How many it is; 1 unless said. */
  by?: number
  /** How many there may be, where that is a merchant's own. */
  most?: number
  /** `of` is what `Limits.hashed` made of it: so a use may be kept. */
  isHashed?: boolean
}

/** Where a use stands: how many with it, and the ms until the next may come (0: this one may). */
export type Tally = { used: number; waitMs: number; limit: Limit }

export type LimitPorts = {
  database: Database
  clock: Clock
  ids: Ids
  limits?: Partial<Record<LimitName, Limit>> | undefined
}

type CountRow = { used: number; window_start: number }

const givenBack =
  'UPDATE limits SET used = greatest(used - $3, 0) WHERE location_id = $1 AND bucket = $2 AND used > 0'

/** Where counting ends: nobody needs to know how many millions. */
const mostCounted = 1_000_000_000

/**
 * Counts tries in the database, so that all processes on it count together. Whose they are is kept as a hash under a secret of this
 * installation: the table tells nobody's address.
 */
export class Limits {
  readonly #ports: LimitPorts
  #secret: Promise<string> | undefined

  constructor(ports: LimitPorts) {
    this.#ports = ports
  }

  /**
   * Counts each of these, in this order up to the first that has been used up: whoever is stopped by their own count moves no count of others.
   * Throws 429 rate_limited with Retry-After. Must not stand in a transaction.
   */
  async count(locationId: string, ...uses: readonly Use[]): Promise<void> {
    for (const use of uses) {
      const { waitMs } = await this.tally(locationId, use)
      if (waitMs > 0) throw tooMany(waitMs)
    }
  }

  /** Takes back what was counted: it was no guess. */
  async giveBack(locationId: string, ...uses: Use[]): Promise<void> {
    if (uses.length === 0) return
    // Hashed before: the secret is not read in a transaction.
    const hashed = await Promise.all(uses.map(this.hashed))
    const buckets = await Promise.all(hashed.map((use) => this.#bucketOf(use)))
    await this.#ports.database.transaction(async (tx) => {
      // What a power failure takes of counts makes a limit a little wider or narrower for its window.
      tx.later(unsynced)
      for (const [at, { by = 1 }] of hashed.entries()) tx.later(givenBack, [locationId, buckets[at], by])
    })
  }

  /** `giveBack` in a transaction that stands or falls with it. What is given back was counted by this process. */
  async giveBackIn(tx: Queryable, locationId: string, ...uses: Use[]): Promise<void> {
    const buckets = await Promise.all(uses.map((use) => this.#bucketOf(use)))
    // One row after the other, in the order in which they were taken: two transactions never wait for each other.
    await Promise.all(uses.map(({ by = 1 }, at) => tx.query(givenBack, [locationId, buckets[at], by])))
  }

  /** A use as it may be kept: nobody's address stands in it. */
  hashed = async (use: Use): Promise<Use> =>
    use.isHashed ? use : { ...use, of: await this.hashOf(use.of), isHashed: true }

  /** Where each of these stands, in their order, without counting them. */
  async lookAll(locationId: string, uses: readonly Use[]): Promise<Tally[]> {
    const buckets = await Promise.all(uses.map((use) => this.#bucketOf(use)))
    const rows = await this.#ports.database.query<CountRow & { bucket: string }>(
      `SELECT bucket, used, window_start FROM limits WHERE location_id = $1 AND bucket = ANY (string_to_array($2, ','))`,
      [locationId, buckets.join()],
    )
    const nowMs = this.#ports.clock.now()
    return uses.map((use, at) => {
      const limit = this.#limitOf(use)
      const windowMs = limit.minutes * 60_000
      const row = rows.find(
        ({ bucket, window_start: startMs }) => bucket === buckets[at] && startMs > nowMs - windowMs,
      )
      const { used, window_start: startMs } = row ?? { used: 0, window_start: 0 }
      return { used, limit, waitMs: used >= limit.most ? startMs + windowMs - nowMs : 0 }
    })
  }

  /** Begins a count anew, with the transaction that it is about. */
  async forgetIn(tx: Queryable, locationId: string, use: Use): Promise<void> {
    await tx.query('DELETE FROM limits WHERE location_id = $1 AND bucket = $2', [
      locationId,
      await this.#bucketOf(use),
    ])
  }

  /** How the tables know a client: a hash under a secret of this installation. In a transaction only when this process has counted something before. */
  async hashOf(text: string): Promise<string> {
    this.#secret ??= getServerSecret(this.#ports.database, 'limits', this.#ports)
    return createHmac('sha256', await this.#secret)
      .update(text)
      .digest('base64url')
  }

  /** Counts one and refuses nothing. Must not stand in a transaction. */
  async tally(locationId: string, use: Use): Promise<Tally> {
    return (await this.#add(locationId, use, mostCounted * 2))!
  }

  /**
   * Counts one unless there are as many as may come already: with a verification all, else as many as may come without one. Of any number at once
   * exactly so many are taken, and those that are not move nothing. Must not stand in a transaction.
   */
  async take(locationId: string, use: Use, verified: boolean): Promise<Tally & { taken: boolean }> {
    const limit = this.#limitOf(use)
    const below = verified ? limit.most : (limit.verifyAfter ?? limit.most)
    const taken = await this.#add(locationId, use, below)
    if (taken) return { ...taken, taken: true }
    const rows = await this.#ports.database.query<CountRow>(
      'SELECT used, window_start FROM limits WHERE location_id = $1 AND bucket = $2',
      [...[locationId, await this.#bucketOf(use)]],
    )
    const { used, window_start: startMs } = rows[0] ?? { used: 0, window_start: 0 }
    const waitMs = used >= limit.most ? startMs + limit.minutes * 60_000 - this.#ports.clock.now() : 0
    // Given back by another meanwhile: a second later there is room.
    return { used, limit, taken: false, waitMs: verified ? Math.max(waitMs, 1000) : waitMs }
  }

  /**
   * Takes all of these or none, in one transaction, in the order given: callers name their kinds in one order, so that two of them never wait for each
   * other. `also` is written with them. Gives the first that could not be taken, or undefined. Must not stand in a transaction.
   */
  async takeAll(
    locationId: string,
    uses: readonly Use[],
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<Use | undefined> {
    const hashed = await Promise.all(uses.map(this.hashed))
    try {
      await this.#ports.database.transaction(async (tx) => {
        if (!also) tx.later(unsynced)
        // In one round trip, in this order: the first that is refused takes all of them back, and what was written with them.
        const adding = Promise.all(
          hashed.map((use) => this.#add(locationId, use, this.#limitOf(use).most, tx)),
        )
        const [taken] = await Promise.all([adding, also?.(tx)])
        const refused = hashed[taken.indexOf(undefined)]
        if (refused) throw new Refused(refused)
      })
      return undefined
    } catch (error) {
      if (error instanceof Refused) return error.use
      throw error
    }
  }

  /** Adds one (or what the use says) where there are no more than `below` with it, or the window is over. */
  async #add(
    locationId: string,
    use: Use,
    below: number,
    database: Queryable = this.#ports.database,
  ): Promise<Tally | undefined> {
    const limit = this.#limitOf(use)
    if ((use.by ?? 1) > below) return undefined
    const { most, minutes, fromLast = false } = limit
    const nowMs = this.#ports.clock.now()
    const windowMs = minutes * 60_000
    const rows = await database.query<CountRow>(
      `INSERT INTO limits (location_id, bucket, window_start, used) VALUES ($1, $2, $3, $7)
       ON CONFLICT (location_id, bucket) DO UPDATE SET
         used = CASE WHEN limits.window_start <= $4 THEN $7 ELSE least(limits.used + $7, ${mostCounted}) END,
         window_start = CASE WHEN limits.window_start <= $4 OR limits.used + $7 = $5 THEN excluded.window_start ELSE limits.window_start END
       WHERE limits.window_start <= $4 OR limits.used + $7 <= $6
       RETURNING used, window_start`,
      [
        locationId,
        await this.#bucketOf(use),
        nowMs,
        nowMs - windowMs,
        fromLast ? most : 0,
        below,
        use.by ?? 1,
      ],
    )
    const row = rows[0]
    return row && { used: row.used, waitMs: row.used > most ? row.window_start + windowMs - nowMs : 0, limit }
  }

  #limitOf({ name, most }: Use): Limit {
    const standard: Limit = defaultLimits[name]
    return this.#ports.limits?.[name] ?? (most === undefined ? standard : { ...standard, most })
  }

  async #bucketOf({ name, of, isHashed = false }: Use): Promise<string> {
    return `${name}:${isHashed ? of : await this.hashOf(of)}`
  }
}

/** Takes a transaction back in which one use could not be taken. */
class Refused extends Error {
  readonly use: Use
  constructor(use: Use) {
    super('a limit is used up')
    this.use = use
  }
}

/** 429 with Retry-After. */
export function tooMany(waitMs: number): ProblemError {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new ProblemError(429, 'rate_limited', `That was too often. Please try again in ${wait}.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}
