import { createHmac } from 'node:crypto'
import type { Clock, Ids } from '#contract/ports.ts'
import { Batcher } from '#server/db/batcher.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { getServerSecret } from '#server/db/server-secrets.ts'
import { asynchronousCommit } from '#server/db/transaction.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { addWithin, type CountRow, findCounts, giveBack, type NamedSum, mergeSums } from './counts.ts'
import { defaultLimits, type Limit, type LimitName } from './default-limits.ts'

/** One more of a kind, by one client, address, user or ticket. */
export type Use = {
  name: LimitName
  of: string
  /** How many it is; 1 unless said. */
  by?: number
  /** How many there may be, where that is a merchant's own. */
  max?: number
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

/** What is done in the transaction in which uses are taken. */
type LimitHooks = {
  /** Counts to look at, and what is made of them: what it throws takes everything back. */
  watched?: readonly Use[]
  check?: (tallies: readonly Tally[]) => void
  /** Written with what is taken. */
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

/** Throws what the first of these in their order rejects with, when all are over: what runs in a transaction must not go on after it. */
async function firstToFail(all: readonly (Promise<void> | undefined)[]): Promise<void> {
  for (const result of await Promise.allSettled(all)) if (result.status === 'rejected') throw result.reason
}

/** Where counting ends: nobody needs to know how many millions. */
const maxCounted = 1_000_000_000

/**
 * Counts tries in the database, so that all processes on it count together. Whose they are is kept as a hash under a secret of this
 * installation: the table tells nobody's address.
 */
export class Limits {
  readonly #ports: LimitPorts
  readonly #taking = new Batcher((some: readonly Taking[]) => this.#takeSeveral(some))
  /** Apart from what need not wait for the disk. */
  readonly #admitting = new Batcher((some: readonly Taking[]) => this.#takeSeveral(some))
  readonly #givingBack = new Batcher((some: readonly NamedSum[][]) => this.#giveBackAll(some))
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

  /** Takes back what was counted: it was no guess. Must not stand in a transaction. */
  async giveBack(locationId: string, ...uses: Use[]): Promise<void> {
    if (uses.length === 0) return
    // Hashed before: the secret is not read in a transaction.
    const hashed = await Promise.all(uses.map(this.hashed))
    await this.#givingBack.ask(hashed.map((use) => ({ locationId, bucket: bucketOf(use), by: use.by ?? 1 })))
  }

  async #giveBackAll(all: readonly NamedSum[][]): Promise<PromiseSettledResult<void>[]> {
    await this.#ports.database.transaction(async (tx) => {
      // What a power failure takes of counts makes a limit a little wider or narrower for its window.
      tx.later(asynchronousCommit)
      giveBack(tx, all.flat())
    })
    return all.map(() => ({ status: 'fulfilled', value: undefined }))
  }

  /** `giveBack` in a transaction that stands or falls with it. What is given back was counted by this process. */
  async giveBackIn(tx: Transaction, locationId: string, ...uses: Use[]): Promise<void> {
    const hashed = await Promise.all(uses.map(this.hashed))
    const given = hashed.map((use) => ({ locationId, bucket: bucketOf(use), by: use.by ?? 1 }))
    giveBack(tx, given)
  }

  /** A use as it may be kept: nobody's address stands in it. */
  hashed = async (use: Use): Promise<HashedUse> => ({
    ...use,
    of: use.isHashed ? use.of : await this.hashOf(use.of),
    isHashed: true,
  })

  /** Where each of these stands, in their order. */
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

  /** Begins a count anew, with the transaction that it is about. */
  async forgetIn(tx: Queryable, locationId: string, use: Use): Promise<void> {
    await tx.query('DELETE FROM limits WHERE location_id = $1 AND bucket = $2', [
      locationId,
      bucketOf(await this.hashed(use)),
    ])
  }

  /** How the tables know a client: a hash under a secret of this installation. In a transaction only when this process has counted something before. */
  async hashOf(text: string): Promise<string> {
    return createHmac('sha256', await this.#getSecret())
      .update(text)
      .digest('base64url')
  }

  /** Read once. A failure is not kept: without the secret nothing that has a limit is let through. */
  #getSecret(): Promise<string> {
    this.#secret ??= getServerSecret(this.#ports.database, 'limits', this.#ports).catch((error: unknown) => {
      this.#secret = undefined
      throw error
    })
    return this.#secret
  }

  /** Counts one and refuses nothing. Must not stand in a transaction. */
  async tally(locationId: string, use: Use): Promise<Tally> {
    return (await this.#add(this.#ports.database, locationId, await this.hashed(use), maxCounted * 2))!
  }

  /**
   * Counts one unless there are as many as may come already: with a verification all, else as many as may come without one. Of any number at once
   * exactly so many are taken, and those that are not move nothing. Must not stand in a transaction.
   */
  async take(locationId: string, use: Use, verified: boolean): Promise<Tally & { taken: boolean }> {
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
    // Given back by another meanwhile: a second later there is room.
    return { used, limit, taken: false, waitMs: verified ? Math.max(waitMs, 1000) : waitMs }
  }

  /**
   * Takes all of these or none. Gives the first that could not be taken, or undefined; throws what `check` and `also` throw, and then nothing is taken.
   * Several at once are taken in one transaction, and each alone where that cannot be. Must not stand in a transaction.
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
        // One of them cannot be taken: who that is, and why, each finds out alone.
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

  /** In one round trip and one transaction: one that is refused takes all of them back, and what was written with them. */
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

  /** Adds all of these. Throws RefusedError with the first that could not be. */
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

  /** Adds one (or what the use says) where there are no more than `below` with it, or the window is over. */
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

/** Takes a transaction back in which one use could not be taken. */
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
  return new ProblemError(429, 'rate_limited', `That was too often. Please try again in ${wait}.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}
