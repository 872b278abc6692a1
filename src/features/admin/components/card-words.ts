import { formatCents } from '#contract/money.ts'
import { type CardActReason, cardActReasons, cardActReasonText } from '#contract/rules/card-acts.ts'
import type { StaffCard, StaffCardEvent, StaffCardHold, StaffCardLine } from '#contract/schemas/staff-card.ts'
import type { CardActKind } from '../card-requests.ts'

/** Gift cards in words, for the staff. */

/** The reasons for an action on a card, each with its text. */
export const cardReasons = (): (readonly [CardActReason, string])[] =>
  cardActReasons.map((reason) => [reason, cardActReasonText(reason)] as const)

/** Texts for an action without an answer. */
export const pendingWords = {
  unsure: 'We don’t know if it was done',
  mayHave: 'May have been done',
  again: 'TRY AGAIN is safe: it won’t happen twice.',
}

export const maskOf = ({ last_four: lastFour }: Pick<StaffCardLine, 'last_four'>): string =>
  `•••• ${lastFour}`

const states: Readonly<Record<string, string>> = {
  active: 'Active',
  frozen: 'On hold',
  disabled: 'No longer valid',
  expired: 'Expired',
}
/** A card's state; one from a newer server is shown by its name. */
export const stateOf = (status: string): string => (Object.hasOwn(states, status) ? states[status]! : status)

const holders: Readonly<Record<string, string>> = {
  staff: 'by the staff',
  dispute: 'because its payment is disputed',
  dispute_lost: 'because the bank has taken its payment back',
  refund: 'because its payment was refunded',
}
/** Who put a card on hold. */
const holderOf = (cause: string): string => (Object.hasOwn(holders, cause) ? holders[cause]! : cause)

/** The same for a whole hold. */
export const heldFor = ({ cause, lost }: StaffCardHold): string =>
  lost === undefined ? holderOf(cause) : `because the bank has taken back ${lossOf(lost)}`

/** What to do about a permanent hold: all of the money, or a part of it, is back with the buyer. */
export function adviceOf({ cause, lost }: StaffCardHold): string {
  if (lost) return '. You can take it off hold.'
  return cause === 'dispute_lost' || cause === 'refund' ? '. Void it: the money is back with its buyer.' : ''
}

/** A reason in words; empty for one from a newer server. */
function reasonOf(reason: string | undefined): string {
  if (reason === 'card_over') return 'The card was voided while it was being paid for'
  const known = cardActReasons.find((one) => one === reason)
  return known === undefined ? '' : `${cardActReasonText(known)}.`
}

const events: Readonly<Record<string, string>> = {
  held: 'Put on hold',
  released: 'Taken off hold',
  voided: 'Voided',
  reissued: 'Re-issued',
  refunded: 'Refunded',
}

/** What happened: `Put on hold by the staff`. */
export function eventOf({ kind, words, cause, reason }: StaffCardEvent): string {
  if (kind === 'money') return words
  if (kind === 'lost') return 'The bank decided against you: it keeps what it took of the payment'
  // Only people's actions have a reason.
  if (kind === 'released' && cause === 'dispute' && reason !== undefined)
    return 'Taken off hold by the staff: the bank has taken a part of its payment'
  if (kind === 'released' && cause === 'dispute') return 'Taken off hold: the bank decided in your favor'
  if (kind === 'released' && cause === 'refund')
    return 'Taken off hold: the refund of its payment didn’t arrive'
  const what = Object.hasOwn(events, kind) ? events[kind]! : kind
  return cause === undefined ? what : `${what} ${holderOf(cause)}`
}

/** The detail line: the reason, and the staff's own note. */
export const detailOf = ({
  reason,
  note,
}: {
  reason?: string | undefined
  note?: string | undefined
}): string => [reasonOf(reason), note === undefined ? '' : `“${note}”`].filter(Boolean).join(' ')

export const actNames: Readonly<Record<CardActKind, string>> = {
  hold: 'Put on hold',
  release: 'Take off hold',
  reissue: 'Re-issue',
  void: 'Void',
}

/** What an action will do, told before it is done. */
export function consequenceOf(kind: CardActKind, card: StaffCard): string {
  const { balance_cents: cents, holder } = card
  const amount = formatCents(cents)
  switch (kind) {
    case 'hold':
      return `The ${amount} stays on the card, and can’t be used while on hold.`
    case 'release':
      return releaseOf(card)
    case 'reissue':
      return holder
        ? `The ${amount} moves to a new card in the account of ${holder.email}, and they get an email. The old number stops working.`
        : `The ${amount} moves to a new card, which goes to this email. The old number, link and code stop working.`
    case 'void':
      return cents === 0
        ? 'Its number, link and code stop working. This cannot be undone.'
        : `The ${amount} on it is removed, and nothing is refunded. This cannot be undone.`
  }
}

function releaseOf({ balance_cents: cents, holds }: StaffCard): string {
  const amount = formatCents(cents)
  const stays = holds.some(({ cause, lost }) => cause !== 'staff' && !lost)
  const losses = [...new Set(holds.flatMap((hold) => (hold.lost ? [lossOf(hold.lost)] : [])))]
  if (losses.length > 0)
    return `The bank has taken back ${losses.join(' and ')}. Nothing is taken off the card: it keeps the ${amount} on it, ${
      stays ? 'and stays on hold, because there is another hold on it.' : 'which can be used again.'
    }`
  return stays
    ? 'The staff’s hold is removed. The card stays on hold, because there is another hold on it.'
    : `The ${amount} on it can be used again.`
}

const lossOf = ({ taken_cents: taken, paid_cents: paid }: NonNullable<StaffCardHold['lost']>): string =>
  `${formatCents(taken)} of the ${formatCents(paid)} paid for its order`

/** What was done, told to the person who did it. */
export function doneOf(kind: CardActKind, before: StaffCard, after: StaffCard): string {
  const card = `The card ending in ${before.last_four}`
  const amount = formatCents(before.balance_cents)
  switch (kind) {
    case 'hold':
      return `${card} is on hold, with ${amount} on it.`
    case 'release':
      return after.status === 'frozen'
        ? `${before.holds.some(({ lost }) => lost) ? 'A hold' : 'The staff’s hold'} was removed. ${card} stays on hold ${after.holds.map(heldFor).join(' and ')}.`
        : `${card} is active again, with ${amount} on it.`
    case 'reissue':
      return `${amount} is on the new card ending in ${after.replaced_by?.last_four ?? ''}. ${card} is no longer valid.`
    case 'void':
      return `${card} is no longer valid; ${amount} was taken off it.`
  }
}

/** Text for an action without an answer. */
export const unsureOf = (kind: CardActKind): string =>
  `${actNames[kind]}: it may have been done. Please check the card’s state and history before you do anything else with it.`
