import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Merchant, todayAt } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import { accountOf, addToCard, checkAmount, recordEntry } from './entries.ts'
import { unusableCard } from './holds.ts'
import { type CardPorts, returnedUntil } from './issue.ts'

/** Gift cards that pay for orders, and the money's return. Every function runs in the caller's transaction. */

export type Redemption = {
  /** The tender's id: a repeated redemption violates the ledger's key and rolls its transaction back. */
  redemptionId: string
  cardId: string
  /** The required owner; undefined: the card must have none. */
  userId: string | undefined
  /** The part for the order in cents, and for the tip where cards may pay tips. */
  amountCents: Cents
  tipCents?: Cents | undefined
  ticketId: string
}

/**
 * Pays for an order from a card: the whole amount or nothing, in one statement, so that simultaneous payments never overdraw it. `today` is the location's date
 * (ISO). Throws 404 not_found for a card that does not exist or is not theirs, 409 insufficient_balance, and 422 on `card_id` for one that is expired, void or
 * on hold.
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

/** 409 with the card's balance, for the owner or whoever has the number. */
export function insufficientBalance(balanceCents: Cents): ProblemError {
  const words =
    balanceCents > 0
      ? `There is ${currencyText(balanceCents)} on this gift card now.`
      : 'There is nothing left on this gift card.'
  return new ProblemError(409, 'insufficient_balance', words)
}

/**
 * Who returns money to a card: the guest, by taking the card off an order that is not placed (`release`) or canceling one that is (`cancel`), or the
 * restaurant.
 */
export type ReturnedBy = 'release' | 'cancel' | 'restaurant'

/** What a gift card is called among an order's payments. */
export const cardName = (lastFour: string): string => `Gift card •••• ${lastFour}`

/** The gift card that got money back. `isVoid`: nobody can use it before the staff move it to a new one; `isHeld`: before its last hold has ended. */
export type GivenTo = { displayName: string; isVoid: boolean; isHeld: boolean }

/** SQL for the card that would get money back for the one with this id, a column: itself or its latest replacement. `$1` is its location. */
export const receiverOf = (cardId: string): string =>
  `(WITH RECURSIVE chain (id, replaced_by, last_four, status) AS (
      SELECT c.id, c.replaced_by, c.last_four, c.status FROM cards c WHERE c.location_id = $1 AND c.id = ${cardId}
      UNION SELECT c.id, c.replaced_by, c.last_four, c.status FROM chain h JOIN cards c ON c.location_id = $1 AND c.id = h.replaced_by
    ) SELECT jsonb_build_object('last_four', last_four, 'is_void', status = 'disabled' AND ${lastActOf('chain.id')} IS DISTINCT FROM 'refunded',
        'is_held', status = 'frozen')
      FROM chain WHERE replaced_by IS NULL)`

/** What last ended a card, in SQL. */
const lastActOf = (cardId: string): string =>
  `(SELECT a.kind FROM card_acts a WHERE a.location_id = $1 AND a.card_id = ${cardId} AND a.kind IN ('voided', 'reissued', 'refunded')
    ORDER BY a.at DESC LIMIT 1)`

export type ReceiverColumn = { last_four: string; is_void: boolean; is_held: boolean }
/** The gift card that a column with `receiverOf` names; undefined where no gift card gets the money. */
export const receiverOfColumn = (column: ReceiverColumn | null): GivenTo | undefined =>
  column
    ? { displayName: cardName(column.last_four), isVoid: column.is_void, isHeld: column.is_held }
    : undefined

/**
 * Returns a redemption's money to its card or its replacement, whoever has it now: once per redemption, by the ledger's key. An expired card becomes valid
 * again, and so does one that ended with a refund of its balance; one voided by the staff does not. Guests cannot extend a card by what they do (`by`): after
 * `release` it is as it was, after `cancel` it is valid for at least this day. Returns the card that got the money.
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
): Promise<GivenTo> {
  const { locationId } = merchant
  const givenCents = amountCents + tipCents
  const goodUntil = {
    release: undefined,
    cancel: todayAt(merchant, ports.clock.now()),
    restaurant: returnedUntil(merchant, ports),
  }[by]
  const receiver = await addToCard(tx, locationId, { cardId: paidBy, amountCents: givenCents, goodUntil })
  const { id: cardId, lastFour } = receiver
  const status =
    receiver.status === 'disabled' ? await reviveRefunded(tx, locationId, cardId) : receiver.status
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
  return { displayName: cardName(lastFour), isVoid: status === 'disabled', isHeld: status === 'frozen' }
}

/**
 * Makes a card that ended with a refund valid again. Returns its status. Its holder gets the money: what was refunded has already been taken off it. A bank's
 * hold stays.
 */
async function reviveRefunded(tx: Transaction, locationId: string, cardId: string): Promise<string> {
  const revived = await tx.query<{ status: string }>(
    `UPDATE cards c SET status = CASE WHEN EXISTS (SELECT 1 FROM card_holds h WHERE h.location_id = c.location_id AND h.card_id = c.id) THEN 'frozen' ELSE 'active' END
     WHERE c.location_id = $1 AND c.id = $2 AND c.status = 'disabled'
       AND ${lastActOf('c.id')} = 'refunded' RETURNING c.status`,
    [locationId, cardId],
  )
  return revived[0]?.status ?? 'disabled'
}
