import * as z from 'zod/mini'

/**
 * How long what is known of people is kept (docs/decisions/062). A restaurant sets some of it in its files (`settings.data_retention`); the rest is the
 * same everywhere. The server's jobs forget by these numbers, and the privacy page tells the same ones.
 */

const days = (least: number, max: number) => z.optional(z.int().check(z.gte(least), z.lte(max)))

/** `settings.data_retention` of a location's file: whole days. What is left out is as in `standardRetention`. */
export const DataRetention = z.strictObject({
  /** Orders that nobody placed, for food or for gift cards, since they were last touched. */
  unplaced_order_days: days(2, 90),
  /** Names, addresses, phones and cars on orders that were placed. Not less than a card dispute can take. */
  order_contact_days: days(120, 3650),
  /** Names, addresses and messages on orders for gift cards. */
  gift_contact_days: days(120, 3650),
  /** What was done to accounts and tablets: ids and times. */
  trail_days: days(90, 3650),
  /** What browsers reported of the pages' policy. */
  policy_report_days: days(7, 365),
})
export type DataRetention = Record<keyof z.infer<typeof DataRetention>, number>

export const standardRetention: DataRetention = {
  unplaced_order_days: 14,
  order_contact_days: 730,
  gift_contact_days: 730,
  trail_days: 400,
  policy_report_days: 90,
}

/** Data that is kept for the same time everywhere: as long as a promise or a legal defense needs it. */
export const fixedRetention = {
  /** Answers by idempotency key, so that a repeated call has one effect. Those of calls that moved money are kept longer. */
  answerDays: 1,
  paymentAnswerDays: 30,
  /** Counters against guessing and abuse; keys are hashed. */
  countDays: 1,
  signInFailureDays: 2,
  /** Sessions and mailed links, after they ended; of a deleted account's sessions, the hashes of their refresh tokens. */
  sessionDays: 30,
  /** From which devices an account was used; hashed. */
  knownNetworkDays: 90,
} as const

/** How long a location keeps each kind of data: its own days, and the standard where they are missing or invalid. */
export function retentionOf(settings: { readonly [name: string]: unknown }): DataRetention {
  const own = z.safeParse(DataRetention, settings['data_retention'] ?? {})
  const set = own.success ? Object.entries(own.data).filter(([, count]) => count !== undefined) : []
  return { ...standardRetention, ...Object.fromEntries(set) }
}
