import { createHmac } from 'node:crypto'
import type { Clock, Ids } from '#contract/ports.ts'
import { Batcher } from '#server/db/batcher.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { getServerSecret } from '#server/db/server-secrets.ts'
import { asynchronousCommit } from '#server/db/transaction.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { addWithin, type CountRow, findCounts, giveBack, type NamedSum, mergeSums } from './counts.ts'
import { defaultLimits, type Limit, type LimitName } from './default-limits.ts'

/** A use of a limit, by one client, email, user or ticket. */
export type Use = {
  name: LimitName
  of: string
  /** How many it counts as; default 1. */
  by?: number
  /** The maximum, where the merchant sets it. */
  max?: number
  /** `of` is already hashed by `Limits.hashed`, so the use may be stored. */
  isHashed?: boolean
}

/** The state of a limit: how many were used, and the ms until the next is allowed (0: now). */
export type Tally = { used: number; waitMs: number; limit: Limit }

export type LimitPorts = {
  database: Database
  clock: Clock
  ids: Ids
  limits?: Partial<Record<LimitName, Limit>> | undefined
}

/** What runs in the transaction that takes uses. */
type LimitHooks = {
  /** Counts to read, and a check of them: if it throws, everything is rolled back. */
  watched?: readonly Use[]
  check?: (tallies: readonly Tally[]) => void
  /** Written along with the uses. */
  also?: (tx: Transaction) => Promise<void>
}

type HashedUse = Use & { isHashed: true }

/** A count's name in the table. */
const bucketOf = ({ name, of }: HashedUse): string => `${name}:${of}`

type Taking = {
  locationId: string
  uses: readonly HashedUse[]
  watched: readonly HashedUse[]
  hooks: LimitHooks
}

/** Rejects with the error of the first promise in this order that failed, but only when all have settled: nothing may go on in a transaction after it. */
async function firstToFail(all: readonly (Promise<void> | undefined)[]): Promise<void> {
  for (const result of await Promise.allSettled(all)) if (result.status === 'rejected') throw result.reason
}

/** Counting stops here. */
const maxCounted = 1_000_000_000

/**
 * Counts tries in the database, so that all processes on it count together. Clients are stored as hashes under a secret of this installation: the table reveals
 * no addresses.
 */
export class Limits {
  readonly #ports: LimitPorts
  readonly #taking = new Batcher((some: readonly Taking[]) => this.#takeSeveral(some))
  /** Separate from counts that need not wait for the disk. */
  readonly #admitting = new Batcher((some: readonly Taking[]) => this.#takeSeveral(some))
  readonly #givingBack = new Batcher((some: readonly NamedSum[][]) => this.#giveBackAll(some))
  #secret: Promise<string> | undefined

  constructor(ports: LimitPorts) {
    this.#ports = ports
  }

  /**
   * Counts each of these, in this order up to the first that is used up: a client stopped by its own count does not move those of others. Throws 429
   * rate_limited with Retry-After. Must not be called in a transaction.
   */
  async count(locationId: string, ...uses: readonly Use[]): Promise<void> {
    for (const use of uses) {
      const { waitMs } = await this.tally(locationId, use)
      if (waitMs > 0) throw tooMany(waitMs)
    }
  }

  /** Takes back what was counted, because it was no guess. Must not be called in a transaction. */
  async giveBack(locationId: string, ...uses: Use[]): Promise<void> {
    if (uses.length === 0) return
    // Hashed beforehand: the secret cannot be read in the transaction.
    const hashed = await Promise.all(uses.map(this.hashed))
    await this.#givingBack.ask(hashed.map((use) => ({ locationId, bucket: bucketOf(use), by: use.by ?? 1 })))
  }

  async #giveBackAll(all: readonly NamedSum[][]): Promise<PromiseSettledResult<void>[]> {
    await this.#ports.database.transaction(async (tx) => {
      // A power failure that loses counts makes a limit only slightly wider or narrower for one window.
      tx.later(asynchronousCommit)
      giveBack(tx, all.flat())
    })
    return all.map(() => ({ status: 'fulfilled', value: undefined }))
  }

  /** `giveBack` within the caller's transaction. This process must have counted the uses. */
  async giveBackIn(tx: Transaction, locationId: string, ...uses: Use[]): Promise<void> {
    const hashed = await Promise.all(uses.map(this.hashed))
    const given = hashed.map((use) => ({ locationId, bucket: bucketOf(use), by: use.by ?? 1 }))
    giveBack(tx, given)
  }

  /** A use in a form that may be stored, without anybody's address. */
  hashed = async (use: Use): Promise<HashedUse> => ({
    ...use,
    of: use.isHashed ? use.of : await this.hashOf(use.of),
    isHashed: true,
  })

  /** The state of each of these, in their order. */
  #talliesOf(counts: readonly CountRow[], locationId: string, uses: readonly HashedUse[]): Tally[] {
    const nowMs = this.#ports.clock.now()
    return uses.map((use) => {
      const limit = this.#limitOf(use)
      const windowMs = limit.minutes * 60_000
      const bucket = bucketOf(use)
      const row = counts.find(
        (one) =>
          one.location_id === locationId && one.bucket === bucket && one.window_start > nowMs - windowMs,
      )
      const { used, window_start: startMs } = row ?? { used: 0, window_start: 0 }
      return { used, limit, waitMs: used >= limit.max ? startMs + windowMs - nowMs : 0 }
    })
  }

  /** Resets a count, in the caller's transaction. */
  async forgetIn(tx: Queryable, locationId: string, use: Use): Promise<void> {
    await tx.query('DELETE FROM limits WHERE location_id = $1 AND bucket = $2', [
      locationId,
      bucketOf(await this.hashed(use)),
    ])
  }

  /** A client as the tables store it: hashed under a secret of this installation. In a transaction only when this process has counted something before. */
  async hashOf(text: string): Promise<string> {
    return createHmac('sha256', await this.#getSecret())
      .update(text)
      .digest('base64url')
  }

  /** Read once. A failure is not cached: without the secret, nothing that has a limit is let through. */
  #getSecret(): Promise<string> {
    this.#secret ??= getServerSecret(this.#ports.database, 'limits', this.#ports).catch((error: unknown) => {
      this.#secret = undefined
      throw error
    })
    return this.#secret
  }

  /** Counts one without refusing it. Must not be called in a transaction. */
  async tally(locationId: string, use: Use): Promise<Tally> {
    return (await this.#add(this.#ports.database, locationId, await this.hashed(use), maxCounted * 2))!
  }

  /**
   * Counts one unless the limit is reached: the full one with a verification, else the one without. Of any number at once exactly that many are taken, and
   * refused ones count nothing. Must not be called in a transaction.
   */
  async take(
    locationId: string,
    use: Use,
    { verified }: { verified: boolean },
  ): Promise<Tally & { taken: boolean }> {
    const limit = this.#limitOf(use)
    const below = verified ? limit.max : (limit.verifyAfter ?? limit.max)
    const hashed = await this.hashed(use)
    const taken = await this.#add(this.#ports.database, locationId, hashed, below)
    if (taken) return { ...taken, taken: true }
    const rows = await this.#ports.database.query<Pick<CountRow, 'used' | 'window_start'>>(
      'SELECT used, window_start FROM limits WHERE location_id = $1 AND bucket = $2',
      [locationId, bucketOf(hashed)],
    )
    const { used, window_start: startMs } = rows[0] ?? { used: 0, window_start: 0 }
    const waitMs = used >= limit.max ? startMs + limit.minutes * 60_000 - this.#ports.clock.now() : 0
    // Another was given back meanwhile: in a second there is room.
    return { used, limit, taken: false, waitMs: verified ? Math.max(waitMs, 1000) : waitMs }
  }

  /**
   * Takes all of these or none. Returns the first that could not be taken, or undefined; throws what `check` and `also` throw, and then takes nothing. Several
   * calls share a transaction, and run alone where that fails. Must not be called in a transaction.
   */
  async takeAll(locationId: string, uses: readonly Use[], hooks: LimitHooks = {}): Promise<Use | undefined> {
    const [hashed, watched] = await Promise.all(
      [uses, hooks.watched ?? []].map((some) => Promise.all(some.map(this.hashed))),
    )
    const taking: Taking = { locationId, uses: hashed!, watched: watched!, hooks }
    return (hooks.also ? this.#admitting : this.#taking).ask(taking)
  }

  async #takeSeveral(all: readonly Taking[]): Promise<PromiseSettledResult<Use | undefined>[]> {
    if (all.length > 1) {
      try {
        await this.#takeTogether(all)
        return all.map(() => ({ status: 'fulfilled', value: undefined }))
      } catch {
        // One of them cannot be taken: each call runs alone to find out which, and why.
      }
    }
    const results: PromiseSettledResult<Use | undefined>[] = []
    for (const one of all) results.push(...(await Promise.allSettled([this.#takeAlone(one)])))
    return results
  }

  async #takeAlone(taking: Taking): Promise<Use | undefined> {
    try {
      await this.#takeTogether([taking])
      return undefined
    } catch (error) {
      if (error instanceof RefusedError) return error.use
      throw error
    }
  }

  /** In one round trip and one transaction: a refused use rolls all of them back, with what was written along. */
  async #takeTogether(all: readonly Taking[]): Promise<void> {
    const uses = mergeSums(
      all.flatMap(({ locationId, uses: own }) =>
        own.map((use) => ({ locationId, use, bucket: bucketOf(use), by: use.by ?? 1 })),
      ),
    )
    await this.#ports.database.transaction(async (tx) => {
      if (!all.some(({ hooks }) => hooks.also)) tx.later(asynchronousCommit)
      const counts = findCounts(
        tx,
        all.flatMap(({ locationId, watched }) =>
          watched.map((use) => ({ locationId, bucket: bucketOf(use) })),
        ),
      )
      const looks = all.map(async ({ locationId, watched, hooks }) =>
        hooks.check?.(this.#talliesOf(await counts, locationId, watched)),
      )
      await firstToFail([...looks, this.#addAll(tx, uses), ...all.map(({ hooks }) => hooks.also?.(tx))])
    })
  }

  /** Adds all of these. Throws RefusedError with the first that is refused. */
  async #addAll(tx: Queryable, uses: readonly (NamedSum & { use: Use })[]): Promise<void> {
    const nowMs = this.#ports.clock.now()
    const refused = await addWithin(
      tx,
      uses.map((one) => {
        const { max, minutes, fromLast = false } = this.#limitOf(one.use)
        return { ...one, below: max, over: nowMs - minutes * 60_000, last: fromLast ? max : 0 }
      }),
      nowMs,
    )
    if (refused) throw new RefusedError(refused.use)
  }

  /** Adds one (or the use's `by`) where the sum is at most `below`, or the window is over. */
  async #add(
    database: Queryable,
    locationId: string,
    use: HashedUse,
    below: number,
  ): Promise<Tally | undefined> {
    const limit = this.#limitOf(use)
    if ((use.by ?? 1) > below) return undefined
    const { max, minutes, fromLast = false } = limit
    const nowMs = this.#ports.clock.now()
    const windowMs = minutes * 60_000
    const rows = await database.query<Pick<CountRow, 'used' | 'window_start'>>(
      `INSERT INTO limits (location_id, bucket, window_start, used) VALUES ($1, $2, $3, $7)
       ON CONFLICT (location_id, bucket) DO UPDATE SET
         used = CASE WHEN limits.window_start <= $4 THEN $7 ELSE least(limits.used + $7, ${maxCounted}) END,
         window_start = CASE WHEN limits.window_start <= $4 OR limits.used + $7 = $5 THEN excluded.window_start ELSE limits.window_start END
       WHERE limits.window_start <= $4 OR limits.used + $7 <= $6
       RETURNING used, window_start`,
      [locationId, bucketOf(use), nowMs, nowMs - windowMs, fromLast ? max : 0, below, use.by ?? 1],
    )
    const row = rows[0]
    return row && { used: row.used, waitMs: row.used > max ? row.window_start + windowMs - nowMs : 0, limit }
  }

  #limitOf({ name, max }: Use): Limit {
    const standard: Limit = defaultLimits[name]
    return this.#ports.limits?.[name] ?? (max === undefined ? standard : { ...standard, max })
  }
}

/** Rolls back a transaction in which a use was refused. */
class RefusedError extends Error {
  override name = 'RefusedError'
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
  return new ProblemError(429, 'rate_limited', `Too many tries. Please try again in ${wait}.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}
