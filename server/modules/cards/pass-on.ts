import type { Cents } from '#contract/money.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { lockReceiver } from './replace.ts'
import { fieldProblem, notFound } from '#server/plugins/problems.ts'
import { accountOf, addToCard, recordEntry } from './entries.ts'
import { unusableCard } from './holds.ts'
import { type CardPorts, type IssuedCard, issueCard } from './issue.ts'

/**
 * A member gives a card's balance to somebody else (decision 052). The money moves to a new card, with a number, a link and a code that the giver has never
 * seen: the old number, which they know and a register may remember, can no longer pay. So no card is ever spendable by two people. Every function runs in the
 * caller's transaction.
 */

type Place = Pick<Merchant, 'locationId'>

export type OwnCard = {
  cardId: string
  amountCents: Cents
  programId: string
  expiresOn: string | undefined
  design: GiftDesign | undefined
}

/**
 * A member's card that can be passed on, locked. `today` is the location's date (ISO). Throws 404 for one that is not theirs, 422 on `card_id` for one that is
 * expired, on hold or empty.
 */
export async function lockOwnCard(
  tx: Transaction,
  { locationId, location }: Pick<Merchant, 'locationId' | 'location'>,
  { cardId, userId, today }: { cardId: string; userId: string; today: string },
): Promise<OwnCard> {
  const rows = await tx.query<{
    balance_cents: Cents
    program_id: string
    expires_on: string | null
    design: GiftDesign | null
    status: string
  }>(
    `SELECT balance_cents, program_id, expires_on, design, status FROM cards
     WHERE location_id = $1 AND id = $2 AND user_id = $3 AND status <> 'pending' FOR UPDATE`,
    [locationId, cardId, userId],
  )
  const card = rows[0]
  if (!card) throw notFound('We could not find this gift card.')
  const problem = unusableCard({ location }, card, today)
  if (problem) throw problem
  if (card.balance_cents <= 0)
    throw fieldProblem(422, 'card_id', 'There is nothing left on this gift card to pass on.')
  return {
    cardId,
    amountCents: card.balance_cents,
    programId: card.program_id,
    expiresOn: card.expires_on ?? undefined,
    design: card.design ?? undefined,
  }
}

type Passing = {
  orderId: string
  fromName: string
  personalMessage: string
  design: GiftDesign | undefined
}

/** Moves the balance of a locked card to a new one without an owner. */
export async function passCardOn(
  tx: Transaction,
  ports: CardPorts,
  { locationId }: Place,
  { cardId, amountCents, programId, expiresOn }: OwnCard,
  { orderId, fromName, personalMessage, design }: Passing,
): Promise<IssuedCard> {
  tx.later('UPDATE cards SET balance_cents = balance_cents - $3 WHERE location_id = $1 AND id = $2', [
    locationId,
    cardId,
    amountCents,
  ])
  const entry = {
    id: `${orderId}:passed`,
    cardId,
    description: 'Passed on as a gift',
    amountCents: -amountCents,
  }
  recordEntry(tx, locationId, entry, ports.clock.now())
  return issueCard(
    tx,
    ports,
    { locationId },
    {
      programId,
      amountCents,
      expiresOn,
      fromName,
      design,
      orderId,
      fromCardId: cardId,
      claimCode: true,
      ...(personalMessage !== '' && { personalMessage }),
    },
  )
}

/** Moves it back, if the gift is unopened and in no account; the gift's card is ended. `voided`: the original card itself can no longer be used. */
export async function takeCardBack(
  tx: Transaction,
  { clock }: Pick<CardPorts, 'clock'>,
  { locationId }: Place,
  { giftCardId, ownCardId, orderId }: { giftCardId: string; ownCardId: string; orderId: string },
): Promise<'taken' | 'opened' | 'voided'> {
  const rows = await tx.query<{ balance_cents: Cents }>(
    `SELECT balance_cents FROM cards WHERE location_id = $1 AND id = $2
       AND user_id IS NULL AND opened_at IS NULL AND status = 'active' AND balance_cents > 0 FOR UPDATE`,
    [locationId, giftCardId],
  )
  const amountCents = rows[0]?.balance_cents
  if (amountCents === undefined) return 'opened'
  if ((await lockReceiver(tx, locationId, ownCardId)).status === 'disabled') return 'voided'
  const nowMs = clock.now()
  tx.later(`UPDATE cards SET balance_cents = 0, status = 'disabled' WHERE location_id = $1 AND id = $2`, [
    locationId,
    giftCardId,
  ])
  // No `goodUntil`: the gift had the same last day.
  const { id: toCardId } = await addToCard(tx, locationId, { cardId: ownCardId, amountCents })
  const id = `${orderId}:taken-back`
  recordTransfer(
    tx,
    locationId,
    { id, from: accountOf(giftCardId), to: accountOf(toCardId), amountCents, orderId },
    nowMs,
  )
  const description = 'Gift taken back'
  recordEntry(
    tx,
    locationId,
    { id: `${id}:from`, cardId: giftCardId, description, amountCents: -amountCents },
    nowMs,
  )
  recordEntry(tx, locationId, { id, cardId: toCardId, description, amountCents }, nowMs)
  return 'taken'
}
