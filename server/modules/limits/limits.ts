import { createHmac } from 'node:crypto'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { getServerSecret } from '#server/db/server-secrets.ts'
import { ProblemError } from '#server/plugins/problems.ts'

/** At most `most` in each window of so many minutes. */
export type Limit = {
  most: number
  minutes: number
  /** More than so many are let through only with a human verification. */
  verifyAfter?: number
  /** The window begins anew with the last one that is let through: whoever uses it up waits a whole one. */
  fromLast?: boolean
}

/**
 * How often may be tried: by one client, which is a network (plugins/client-address), about one mail address, and at one location by all clients
 * together. Meant to stop machines: a family, an office or a café behind one address never meets them, and guessing is stopped much earlier by the
 * lock after five wrong passwords. What succeeds at signing in does not count. The counts of a location are far above what its own guests do; they
 * are for an attack from many networks, and over soon after it.
 */
export const defaultLimits = {
  signInOfClient: { most: 200, minutes: 15 },
  signInOfLocation: { most: 5000, minutes: 15 },
  /** Of all networks that its owner has not been in lately. */
  signInOfAddress: { most: 30, minutes: 60 },
  signInOfAddressToday: { most: 100, minutes: 24 * 60 },
  registerOfClient: { most: 60, minutes: 60 },
  registerOfLocation: { most: 1000, minutes: 60 },
  /** Each sends a letter. */
  registerOfAddress: { most: 10, minutes: 60 },
  resetOfClient: { most: 60, minutes: 60 },
  resetOfLocation: { most: 1000, minutes: 60 },
  resetOfAddress: { most: 10, minutes: 60 },
  resendOfClient: { most: 60, minutes: 60 },
  resendOfLocation: { most: 1000, minutes: 60 },
  resendOfAddress: { most: 10, minutes: 60 },
  /** A link's token has 192 bits; this saves the work of looking guesses up. */
  linkOfClient: { most: 120, minutes: 15 },
  linkOfLocation: { most: 3000, minutes: 15 },
  passwordOfUser: { most: 30, minutes: 60 },
  /** A message is a letter to the restaurant. */
  contactOfClient: { most: 30, minutes: 60 },
  contactOfLocation: { most: 300, minutes: 60 },
  contactOfAddress: { most: 10, minutes: 60 },
  /** One address takes some twenty calls to type. */
  placesOfClient: { most: 1200, minutes: 60 },
  placesOfLocation: { most: 60_000, minutes: 60 },
  /** Orders begun: each is kept for a while, whoever comes back for it. */
  startOfClient: { most: 300, minutes: 15 },
  startOfLocation: { most: 10_000, minutes: 15 },
  promoOfTicket: { most: 60, minutes: 60 },
  promoOfClient: { most: 240, minutes: 60 },
  promoOfLocation: { most: 10_000, minutes: 60 },
  /**
   * Card payments (decision 035): those on their way and those that were not made, together. Taken before the provider is asked and given back when it
   * has charged, so that of any number at once no more than these reach it.
   */
  payingOfClient: { most: 10, minutes: 60 },
  payingOfOrder: { most: 10, minutes: 60 },
  payingOfUser: { most: 10, minutes: 60 },
  payingOfAddress: { most: 10, minutes: 60 },
  payingOfCard: { most: 5, minutes: 60 },
  payingOfLocation: { most: 300, minutes: 15 },
  /** Those of them that the provider declined: what a person is asked to show themselves for. */
  declinedOfClient: { most: 10, minutes: 60, verifyAfter: 3 },
  declinedOfOrder: { most: 10, minutes: 60, verifyAfter: 3 },
  declinedOfUser: { most: 10, minutes: 60, verifyAfter: 3 },
  declinedOfAddress: { most: 10, minutes: 60, verifyAfter: 3 },
  declinedOfCard: { most: 5, minutes: 60, verifyAfter: 3 },
  declinedOfLocation: { most: 300, minutes: 15, verifyAfter: 30 },
  /** Gift cards bought in a day, in cents. How many stands in the merchant's files (`gift_card_limits`). */
  giftCentsOfClient: { most: 50_000, minutes: 24 * 60 },
  giftCentsOfAddress: { most: 50_000, minutes: 24 * 60 },
  giftCentsOfCard: { most: 50_000, minutes: 24 * 60 },
  giftCentsOfUser: { most: 200_000, minutes: 24 * 60 },
  /**
   * Gift card numbers and claim codes that led to nothing (reliability 7.1). A client is a wide network here (/24, /48). The wide ones are for an
   * attack from everywhere: a location's own guests do not come near them, and are only asked for a verification when somebody else does.
   */
  cardGuessOfClient: { most: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfSession: { most: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfUser: { most: 20, minutes: 60, verifyAfter: 5, fromLast: true },
  cardGuessOfLocation: { most: 2000, minutes: 60, verifyAfter: 100 },
  cardGuessOverall: { most: 20_000, minutes: 60, verifyAfter: 1000 },
  /** Failed and refused ones together; one more is an alarm, and no refusal. */
  cardGuessAlarm: { most: 100, minutes: 60 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits

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

export type LimitPorts = { database: Database; clock: Clock; ids: Ids; limits?: Partial<Record<LimitName, Limit>> | undefined }

type CountRow = { used: number; window_start: number }

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
    await this.giveBackIn(this.#ports.database, locationId, ...uses)
  }

  /** `giveBack` in a transaction that stands or falls with it. What is given back was counted by this process. */
  async giveBackIn(database: Queryable, locationId: string, ...uses: Use[]): Promise<void> {
    for (const by of new Set(uses.map((use) => use.by ?? 1))) {
      const buckets = await Promise.all(uses.filter((use) => (use.by ?? 1) === by).map((use) => this.#bucketOf(use)))
      await database.query(
        `UPDATE limits SET used = greatest(used - $3, 0) WHERE location_id = $1 AND bucket = ANY (string_to_array($2, ',')) AND used > 0`,
        [locationId, buckets.join(), by],
      )
    }
  }

  /** A use as it may be kept: nobody's address stands in it. */
  hashed = async (use: Use): Promise<Use> => (use.isHashed ? use : { ...use, of: await this.hashOf(use.of), isHashed: true })

  /** Where a use stands, without counting it. */
  async look(locationId: string, use: Use): Promise<Tally> {
    const limit = this.#limitOf(use)
    const nowMs = this.#ports.clock.now()
    const windowMs = limit.minutes * 60_000
    const rows = await this.#ports.database.query<CountRow>(
      'SELECT used, window_start FROM limits WHERE location_id = $1 AND bucket = $2 AND window_start > $3',
      [locationId, await this.#bucketOf(use), nowMs - windowMs],
    )
    const { used, window_start: startMs } = rows[0] ?? { used: 0, window_start: 0 }
    return { used, limit, waitMs: used >= limit.most ? startMs + windowMs - nowMs : 0 }
  }

  /** Begins a count anew, with the transaction that it is about. */
  async forgetIn(tx: Queryable, locationId: string, use: Use): Promise<void> {
    await tx.query('DELETE FROM limits WHERE location_id = $1 AND bucket = $2', [locationId, await this.#bucketOf(use)])
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
    const taken = (use.by ?? 1) > below ? undefined : await this.#add(locationId, use, below)
    if (taken) return { ...taken, taken: true }
    const rows = await this.#ports.database.query<CountRow>('SELECT used, window_start FROM limits WHERE location_id = $1 AND bucket = $2', [
      ...[locationId, await this.#bucketOf(use)],
    ])
    const { used, window_start: startMs } = rows[0] ?? { used: 0, window_start: 0 }
    const waitMs = used >= limit.most ? startMs + limit.minutes * 60_000 - this.#ports.clock.now() : 0
    // Given back by another meanwhile: a second later there is room.
    return { used, limit, taken: false, waitMs: verified ? Math.max(waitMs, 1000) : waitMs }
  }

  /** Adds one (or what the use says) where there are no more than `below` with it, or the window is over. */
  async #add(locationId: string, use: Use, below: number): Promise<Tally | undefined> {
    const limit = this.#limitOf(use)
    const { most, minutes, fromLast = false } = limit
    const nowMs = this.#ports.clock.now()
    const windowMs = minutes * 60_000
    const rows = await this.#ports.database.query<CountRow>(
      `INSERT INTO limits (location_id, bucket, window_start, used) VALUES ($1, $2, $3, $7)
       ON CONFLICT (location_id, bucket) DO UPDATE SET
         used = CASE WHEN limits.window_start <= $4 THEN $7 ELSE least(limits.used + $7, ${mostCounted}) END,
         window_start = CASE WHEN limits.window_start <= $4 OR limits.used + $7 = $5 THEN excluded.window_start ELSE limits.window_start END
       WHERE limits.window_start <= $4 OR limits.used + $7 <= $6
       RETURNING used, window_start`,
      [locationId, await this.#bucketOf(use), nowMs, nowMs - windowMs, fromLast ? most : 0, below, use.by ?? 1],
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

/** 429 with Retry-After. */
export function tooMany(waitMs: number): ProblemError {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new ProblemError(429, 'rate_limited', `That was too often. Please try again in ${wait}.`, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
