import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type {
  ProviderBooks,
  ProviderCharge,
  ProviderDispute,
  ProviderRefund,
} from '#server/ports/payments/provider-books.ts'

/** Compares the provider's books with ours. Whatever is in only one of them, or differs, becomes a named difference. */

/** What was paid for, as staff find it in the database: `ticket 8f…`. */
type Booked = { intentId: string; subject: string; amountCents: Cents; at: number }
export type BookedRefund = Booked & { id: string }
export type BookedDispute = BookedRefund & { state: ProviderDispute['state'] }

/** Our ledger's charges, refunds and disputes, with a margin around the compared time. */
export type OurBooks = {
  locationId: string
  charges: readonly Booked[]
  /** Those with an id of the provider; those without one were found to have been made by hand. */
  refunds: readonly BookedRefund[]
  disputes: readonly BookedDispute[]
  /** What was paid for by charges of any age, by their intents: refunds and disputes come weeks later. */
  subjects: ReadonlyMap<string, string>
  /** Refunds due for so long that they should have been made; `isFailed`: a bank sent it back, and nobody has taken care of it. */
  overdue: readonly (Booked & { isFailed?: boolean })[]
}

type DifferenceKind =
  | 'charge-missing-here'
  | 'charge-by-hand'
  | 'charge-missing-there'
  | 'charge-amount'
  | 'refund-missing-here'
  | 'refund-of-none'
  | 'refund-missing-there'
  | 'refund-amount'
  | 'refund-failed'
  | 'refund-overdue'
  | 'dispute-missing-here'
  | 'dispute-of-none'
  | 'dispute-missing-there'
  | 'dispute-amount'
  | 'dispute-state'
  | 'not-compared'

export type Difference = {
  kind: DifferenceKind
  /** The provider's id of the charge, refund or dispute. */
  id: string
  /** For a person to read: what, how much, and what to do. */
  words: string
}

/** Belongs to no order, here or elsewhere: worth knowing, but nothing to fix. */
const notes: ReadonlySet<DifferenceKind> = new Set(['charge-by-hand', 'refund-of-none', 'dispute-of-none'])
/** Whether a difference needs no action. */
export const isNote = ({ kind }: Difference): boolean => notes.has(kind)

/** The compared time (ms; the end is excluded). */
export type Window = { fromMs: number; untilMs: number }

/** Names every difference in a window. Both books come with a margin, since clocks differ and answers may be late. */
export function compareBooks(theirs: ProviderBooks, ours: OurBooks, window: Window): Difference[] {
  return [
    ...compareCharges(theirs.charges, ours, window),
    ...compareRefunds(theirs.refunds, ours, window),
    ...compareDisputes(theirs.disputes, ours, window),
    ...ours.overdue.map(({ intentId, subject, amountCents, isFailed }): Difference => ({
      kind: isFailed ? 'refund-failed' : 'refund-overdue',
      id: intentId,
      words: isFailed
        ? `A bank sent back the refund of ${currencyText(amountCents)} of ${subject} (${intentId}), and it is still owed: send it again or pay it another way, and say so in /admin.`
        : `${currencyText(amountCents)} of ${subject} were to go back and have not gone: look at ${intentId} in Stripe.`,
    })),
  ]
}

/** How to fix a difference whose event was lost or came too early: a resent event is processed again (store.ts). */
const resend = 'have Stripe’s dashboard send its event again'
const isIn = ({ fromMs, untilMs }: Window, at: number): boolean => at >= fromMs && at < untilMs
const byId = <T extends { id: string }>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((one) => [one.id, one]))

function compareCharges(
  theirs: readonly ProviderCharge[],
  { locationId, charges }: OurBooks,
  window: Window,
): Difference[] {
  const here = new Map(charges.map((one) => [one.intentId, one]))
  const there = new Set(theirs.map(({ intentId }) => intentId))
  const found: Difference[] = []
  for (const { id, intentId, amountCents, createdAt, locationId: whose } of theirs) {
    if (!isIn(window, createdAt) || (whose !== undefined && whose !== locationId)) continue
    const amount = currencyText(amountCents)
    const booked = intentId === undefined ? undefined : here.get(intentId)
    if (whose === undefined)
      found.push({
        kind: 'charge-by-hand',
        id,
        words: `${amount} were charged by hand in Stripe (${id}): not of any order here.`,
      })
    else if (!booked)
      found.push({
        kind: 'charge-missing-here',
        id,
        words: `${amount} were charged (${id}, ${intentId ?? 'no payment intent'}) and are in no order here: give them back in Stripe, or find the guest.`,
      })
    else if (booked.amountCents !== amountCents)
      found.push({
        kind: 'charge-amount',
        id,
        words: `${booked.subject} has ${currencyText(booked.amountCents)} in the ledger, Stripe charged ${amount} (${id}).`,
      })
  }
  for (const { intentId, subject, amountCents, at } of charges)
    if (isIn(window, at) && !there.has(intentId))
      found.push({
        kind: 'charge-missing-there',
        id: intentId,
        words: `${subject} has ${currencyText(amountCents)} in the ledger, and Stripe has no such charge (${intentId}).`,
      })
  return found
}

/** Several locations may share an account: charges of another location are compared there. */
const isOthers = (one: { locationId?: string | undefined }, locationId: string): boolean =>
  one.locationId !== undefined && one.locationId !== locationId

function compareRefunds(
  theirs: readonly ProviderRefund[],
  { locationId, refunds, subjects }: OurBooks,
  window: Window,
): Difference[] {
  const here = byId(refunds)
  const there = byId(theirs)
  const found: Difference[] = []
  for (const refund of theirs) {
    const { id, intentId, createdAt } = refund
    if (!isIn(window, createdAt) || intentId === undefined || isOthers(refund, locationId)) continue
    const booked = here.get(id)
    const subject = booked?.subject ?? subjects.get(intentId)
    const difference =
      subject === undefined ? refundOfNone(refund) : refundDifference(refund, booked, subject)
    if (difference) found.push(difference)
  }
  for (const { id, subject, amountCents, at } of refunds)
    if (isIn(window, at) && !there.has(id))
      found.push({
        kind: 'refund-missing-there',
        id,
        words: `${subject} has a refund of ${currencyText(amountCents)} in the ledger, and Stripe has none (${id}).`,
      })
  return found
}

/** The account's charges that no server requested: their refunds and disputes belong to no order. */
const elsewhere = 'that were charged by hand or by another system'
/** Of a charge that was requested by this server, and whose order is gone. */
const lost = 'which is in no order here'

/** A refund of a charge without an order here; undefined: it failed. No event brings it into the ledger. */
function refundOfNone({
  id,
  amountCents,
  intentId,
  state,
  locationId,
}: ProviderRefund): Difference | undefined {
  if (state === 'failed') return undefined
  const amount = currencyText(amountCents)
  return locationId === undefined
    ? {
        kind: 'refund-of-none',
        id,
        words: `${amount} ${elsewhere} were given back in Stripe (${id}): not of any order here.`,
      }
    : {
        kind: 'refund-missing-here',
        id,
        words: `${amount} of ${intentId}, ${lost}, were given back in Stripe (${id}).`,
      }
}

/** A dispute of a charge without an order here. */
function disputeOfNone({ id, amountCents, intentId, locationId }: ProviderDispute): Difference {
  const amount = currencyText(amountCents)
  return locationId === undefined
    ? {
        kind: 'dispute-of-none',
        id,
        words: `${amount} ${elsewhere} are disputed (${id}): not of any order here.`,
      }
    : {
        kind: 'dispute-missing-here',
        id,
        words: `${amount} of ${intentId}, ${lost}, are disputed (${id}): answer it in Stripe.`,
      }
}

/** How a refund differs; undefined: it does not, or it failed and the ledger does not have it. */
export function refundDifference(
  { id, amountCents, state, ownKey }: ProviderRefund,
  booked: BookedRefund | undefined,
  subject: string,
): Difference | undefined {
  const amount = currencyText(amountCents)
  if (state === 'failed')
    return (
      booked && {
        kind: 'refund-failed',
        id,
        words: `A refund of ${amount} of ${subject} did not arrive (${id}), and the ledger has it: ${resend}.`,
      }
    )
  if (!booked)
    return {
      kind: 'refund-missing-here',
      id,
      // An event books a refund that this server requested only while its answer is missing.
      words: `${amount} of ${subject} were given back in Stripe alone (${id})${ownKey === undefined ? `: ${resend}` : ', as was asked for from here'}.`,
    }
  if (booked.amountCents === amountCents) return undefined
  const here = currencyText(booked.amountCents)
  return {
    kind: 'refund-amount',
    id,
    words: `${subject} has a refund of ${here} in the ledger, Stripe gave back ${amount} (${id}).`,
  }
}

function compareDisputes(
  theirs: readonly ProviderDispute[],
  { locationId, disputes, subjects }: OurBooks,
  window: Window,
): Difference[] {
  const here = byId(disputes)
  const there = byId(theirs)
  const found: Difference[] = []
  for (const dispute of theirs) {
    const { id, intentId, createdAt } = dispute
    if (!isIn(window, createdAt) || intentId === undefined || isOthers(dispute, locationId)) continue
    const booked = here.get(id)
    const subject = booked?.subject ?? subjects.get(intentId)
    const difference =
      subject === undefined ? disputeOfNone(dispute) : disputeDifference(dispute, booked, subject)
    if (difference) found.push(difference)
  }
  for (const booked of disputes)
    if (isIn(window, booked.at) && !there.has(booked.id)) found.push(disputeMissingThere(booked))
  return found
}

/** How a dispute differs; undefined: it does not. */
export function disputeDifference(
  { id, amountCents, state }: ProviderDispute,
  booked: BookedDispute | undefined,
  subject: string,
): Difference | undefined {
  const amount = currencyText(amountCents)
  if (!booked)
    return {
      kind: 'dispute-missing-here',
      id,
      words: `${amount} of ${subject} are disputed (${id}), and nothing here knows it: ${resend}.`,
    }
  if (booked.amountCents !== amountCents)
    return {
      kind: 'dispute-amount',
      id,
      words: `${subject} has a dispute of ${currencyText(booked.amountCents)}, Stripe one of ${amount} (${id}): ${resend}.`,
    }
  if (endOf(booked.state) === endOf(state)) return undefined
  return {
    kind: 'dispute-state',
    id,
    // A dispute that is over here stays so, whatever an event says: the event would be a late one (record.ts).
    words: `The dispute ${id} of ${subject} is ${state} at Stripe and ${booked.state} here: ${isOver(booked.state) && !isOver(state) ? 'look at it in Stripe' : resend}.`,
  }
}

/** A closed inquiry took nothing, like a dispute that is won. */
const endOf = (state: ProviderDispute['state']): ProviderDispute['state'] =>
  state === 'closed' ? 'won' : state

const isOver = (state: ProviderDispute['state']): boolean => state === 'won' || state === 'lost'

/** A dispute that the provider does not have. */
export const disputeMissingThere = ({ id, subject, amountCents }: BookedDispute): Difference => ({
  kind: 'dispute-missing-there',
  id,
  words: `${subject} has a dispute of ${currencyText(amountCents)} here, and Stripe has none (${id}).`,
})
