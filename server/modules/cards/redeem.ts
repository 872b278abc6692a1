import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Merchant, todayAt } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import { accountOf, addToCard, checkAmount, recordEntry } from './entries.ts'
import { unusableCard } from './holds.ts'
import { type CardPorts, returnedUntil } from './issue.ts'

/** How gift cards pay for orders, and how that comes back to them. Every function runs in the transaction that it is given. */

export type Redemption = {
  /** The tender's own id: the same redemption twice breaks the ledger's key and takes its transaction back. */
  redemptionId: string
  cardId: string
  /** Whose card it must be; undefined: one that nobody owns. */
  userId: string | undefined
  /** What is paid of the order, in cents, and of the tip where cards may pay those. */
  amountCents: Cents
  tipCents?: Cents | undefined
  ticketId: string
}

/**
 * Pays for an order from a card: all of the amount or nothing, in one statement, so that any number at once take no more than is on it.
 * `today` is the location's own date (ISO). Throws 404 not_found for a card that is not there or not theirs, 409 insufficient_balance, and 422 on
 * `card_id` for one that is over, void or on hold.
 */
export async function redeemCard(
  tx: Transaction,
  { clock }: Pick<CardPorts, 'clock'>,
  merchant: Pick<Merchant, 'locationId' | 'location'>,
  today: string,
  redemption: Redemption,
): Promise<void> {
  const { locationId } = merchant
  const { redemptionId, cardId, userId = null, amountCents, tipCents = 0, ticketId } = redemption
  const takenCents = amountCents + tipCents
  checkAmount(takenCents)
  const taken = await tx.query(
    `UPDATE cards SET balance_cents = balance_cents - $3
     WHERE location_id = $1 AND id = $2 AND user_id IS NOT DISTINCT FROM $4 AND balance_cents >= $3
       AND status = 'active' AND (expires_on IS NULL OR expires_on >= $5) RETURNING 1 AS taken`,
    [locationId, cardId, takenCents, userId, today],
  )
  if (taken.length === 0) throw await refusalOf(tx, merchant, cardId, userId, today)
  const nowMs = clock.now()
  recordTransfer(
    tx,
    locationId,
    { id: `${redemptionId}:order`, from: accountOf(cardId), to: 'orders', amountCents, ticketId },
    nowMs,
  )
  recordTransfer(
    tx,
    locationId,
    { id: `${redemptionId}:tip`, from: accountOf(cardId), to: 'tips', amountCents: tipCents, ticketId },
    nowMs,
  )
  recordEntry(
    tx,
    locationId,
    { id: redemptionId, cardId, description: 'Paid for an online order', amountCents: -takenCents, ticketId },
    nowMs,
  )
}

async function refusalOf(
  tx: Transaction,
  { locationId, location }: Pick<Merchant, 'locationId' | 'location'>,
  cardId: string,
  userId: string | null,
  today: string,
): Promise<ProblemError> {
  const rows = await tx.query<{ status: string; expires_on: string | null; balance_cents: Cents }>(
    'SELECT status, expires_on, balance_cents FROM cards WHERE location_id = $1 AND id = $2 AND user_id IS NOT DISTINCT FROM $3',
    [locationId, cardId, userId],
  )
  const card = rows[0]
  if (!card) return notFound('We could not find this gift card.')
  return unusableCard({ location }, card, today) ?? insufficientBalance(card.balance_cents)
}

/** 409 with what is on the card: a diner's own, or one whose number they have. */
export function insufficientBalance(balanceCents: Cents): ProblemError {
  const words =
    balanceCents > 0
      ? `There is ${currencyText(balanceCents)} on this gift card now.`
      : 'There is nothing left on this gift card.'
  return new ProblemError(409, 'insufficient_balance', words)
}

/** Whoever brings money back to a card: its guest, who takes it off an order that is not placed or cancels one that is, or the restaurant. */
export type ReturnedBy = 'release' | 'cancel' | 'restaurant'

/**
 * Gives what a redemption took back to its card, or to the one in its place, whoever has the card by now: once a redemption, by the ledger's key. A card that was
 * over by then is good again, and so is one that ended with a refund of what was left on it; one that the staff voided is not.
 * By what its guest does (`by`) nobody prolongs a card: taken off an order that was never placed (`release`) it is as it was, of an order that they cancelled
 * (`cancel`) it is good for this day at least.
 */
export async function returnToCard(
  tx: Transaction,
  ports: Pick<CardPorts, 'clock'>,
  merchant: Pick<Merchant, 'locationId' | 'location'>,
  {
    redemptionId,
    cardId: paidBy,
    amountCents,
    tipCents = 0,
    ticketId,
    by = 'restaurant',
  }: Omit<Redemption, 'userId'> & { by?: ReturnedBy },
): Promise<void> {
  const { locationId } = merchant
  const givenCents = amountCents + tipCents
  const goodUntil = {
    release: undefined,
    cancel: todayAt(merchant, ports.clock.now()),
    restaurant: returnedUntil(merchant, ports),
  }[by]
  const cardId = await addToCard(tx, locationId, { cardId: paidBy, amountCents: givenCents, goodUntil })
  reviveRefunded(tx, locationId, cardId)
  const nowMs = ports.clock.now()
  recordTransfer(
    tx,
    locationId,
    { id: `${redemptionId}:order:back`, from: 'orders', to: accountOf(cardId), amountCents, ticketId },
    nowMs,
  )
  recordTransfer(
    tx,
    locationId,
    { id: `${redemptionId}:tip:back`, from: 'tips', to: accountOf(cardId), amountCents: tipCents, ticketId },
    nowMs,
  )
  const entry = {
    id: `${redemptionId}:back`,
    cardId,
    description: 'Returned from an order',
    amountCents: givenCents,
    ticketId,
  }
  recordEntry(tx, locationId, entry, nowMs)
}

/** Whoever has the card has its money: what was refunded of it is off it already. What a bank still holds stays on hold. */
const reviveRefunded = (tx: Transaction, locationId: string, cardId: string): void =>
  tx.later(
    `UPDATE cards c SET status = CASE WHEN EXISTS (SELECT 1 FROM card_holds h WHERE h.location_id = c.location_id AND h.card_id = c.id) THEN 'frozen' ELSE 'active' END
     WHERE c.location_id = $1 AND c.id = $2 AND c.status = 'disabled'
       AND (SELECT a.kind FROM card_acts a WHERE a.location_id = c.location_id AND a.card_id = c.id AND a.kind IN ('voided', 'reissued', 'refunded')
            ORDER BY a.at DESC LIMIT 1) = 'refunded'`,
    [locationId, cardId],
  )
