import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { type Due, giftCardShares } from '#contract/pricing/tender.ts'
import type { RedeemCardBody } from '#contract/schemas/ticket-order.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { cardExpired } from '#server/modules/cards/cards.ts'
import { cardNoLongerValid, cardOnHold } from '#server/modules/cards/holds.ts'
import { cardName, insufficientBalance, redeemCard } from '#server/modules/cards/redeem.ts'
import { fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import {
  alreadyPaid,
  checkComplete,
  checkMakeable,
  checkOpen,
  endWaitingPayment,
  priceChanged,
} from './guards.ts'
import { addPayment } from './money.ts'
import { keptOf, priceOf, type TicketPrice } from './price.ts'
import { saveLine } from './repository.ts'
import { reserve } from './reserve.ts'
import { answerOf, centsOf, getTicket, type TicketAnswer } from './service.ts'
import type { TicketPorts } from './ports.ts'
import type { Ticket, TicketAt } from './ticket.ts'

/** Gift cards that pay for a ticket (specification §7 *redeemcard*). Every function runs in the caller's transaction. */

/** What to take, in cents. */
export type Taking = { amountCents: Cents; tipCents: Cents }

/** Throws if the ticket cannot take a payment, as before a card payment; returns its price. Queries nothing. */
export function checkTenderable(
  merchant: Merchant,
  ticket: Ticket,
  { clock, slots, soldOut }: TicketPorts,
): TicketPrice {
  const nowMs = clock.now()
  checkOpen(ticket, nowMs)
  if (ticket.status === 'PaymentComplete') throw alreadyPaid()
  checkComplete(merchant, ticket)
  checkMakeable(merchant, ticket, { slots, soldOut }, nowMs)
  const price = priceOf(merchant, ticket, nowMs)
  if (price.dueCents === 0) throw alreadyPaid()
  return price
}

/** The requested amounts, in cents. Throws 409 price_changed for more than is due, 422 for a tip where gift cards cannot pay tips. */
export function takingOf(
  merchant: Merchant,
  price: TicketPrice,
  body: { amount: number; tip?: number | undefined },
): Taking {
  const taking = { amountCents: centsOf(body.amount, 'amount'), tipCents: centsOf(body.tip ?? 0, 'tip') }
  if (taking.tipCents > 0 && !merchant.ordering.payTipsWithGiftCard)
    throw fieldProblem(422, 'tip', 'You can’t pay tips with a gift card here. Please pay the tip by card.')
  if (taking.amountCents > price.dueNonTipCents || taking.tipCents > price.dueTipCents)
    throw priceChanged(price.dueCents)
  return taking
}

/** A ticket that can take a payment now, locked; a payment card's pending authentication is abandoned. */
export async function openForTender(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  ports: TicketPorts,
): Promise<{ ticket: Ticket; price: TicketPrice }> {
  const ticket = await getTicket(tx, merchant, at)
  const price = checkTenderable(merchant, ticket, ports)
  await endWaitingPayment(tx, ticket)
  return { ticket, price }
}

/**
 * Pays with the user's own gift card: exactly the requested amount, or nothing. Throws 409 insufficient_balance with its balance, price_changed when the due is
 * not what the diner saw, 422 on `card_id` for a card that is not theirs or no longer valid.
 */
export async function redeemOwnCard(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt & { userId: string },
  body: RedeemCardBody,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const { ticket, price } = await openForTender(tx, merchant, at, ports)
  const taking = takingOf(merchant, price, body)
  const card = await findPayingCard(tx, merchant, { column: 'id', value: body.card_id, userId: at.userId })
  // Not a 404: that would tell the portal that the whole ticket is gone.
  if (!card) throw fieldProblem(422, 'card_id', 'We could not find this gift card.')
  if (card.status === 'frozen') throw fieldProblem(422, 'card_id', cardOnHold(merchant))
  if (card.status === 'disabled') throw fieldProblem(422, 'card_id', cardNoLongerValid(merchant))
  if (!isGood(merchant, card, ports)) throw fieldProblem(422, 'card_id', cardExpired)
  if (taking.amountCents + taking.tipCents > card.balanceCents) throw insufficientBalance(card.balanceCents)
  // Before the first payment, the price may have changed: if less was shown than is due, although the card has more, the diner saw another order, or another
  // balance.
  const { amountCents } = giftCardShares(dueOf(merchant, price), card.balanceCents)
  if (!ticket.kept && taking.amountCents < amountCents) throw seenEarlier(price.dueCents, card.balanceCents)
  if (taking.amountCents + taking.tipCents === 0) throw priceChanged(price.dueCents)
  return answerOf(
    merchant,
    await takeFromCard(tx, merchant, { ticket, price }, { card, ...taking }, ports),
    ports,
  )
}

/** 409: what is due, or what is on their card, is more than the diner saw. */
const seenEarlier = (dueCents: Cents, balanceCents: Cents): ProblemError =>
  new ProblemError(
    409,
    'price_changed',
    `The amount due is now ${currencyText(dueCents)}, and there is ${currencyText(balanceCents)} on this gift card. Please look at both again before you pay.`,
  )

/** What is due on a ticket, in the form for gift cards. */
export const dueOf = (merchant: Merchant, { dueNonTipCents, dueTipCents }: TicketPrice): Due => ({
  dueNonTipCents,
  dueTipCents,
  mayTip: merchant.ordering.payTipsWithGiftCard,
})

export type PayingCard = {
  id: string
  lastFour: string
  userId: string | undefined
  balanceCents: Cents
  status: string
  expiresOn: string | undefined
}

/** A card of this user, or one without an owner, locked. */
export async function findPayingCard(
  tx: Queryable,
  { locationId }: Merchant,
  { column, value, userId }: { column: 'id' | 'number_hash'; value: string; userId: string | undefined },
): Promise<PayingCard | undefined> {
  const rows = await tx.query<{
    id: string
    last_four: string
    balance_cents: Cents
    status: string
    expires_on: string | null
  }>(
    `SELECT id, last_four, balance_cents, status, expires_on FROM cards
     WHERE location_id = $1 AND ${column} = $2 AND user_id IS NOT DISTINCT FROM $3 AND status <> 'pending' FOR UPDATE`,
    [locationId, value, userId ?? null],
  )
  const row = rows[0]
  return (
    row && {
      id: row.id,
      lastFour: row.last_four,
      userId,
      balanceCents: row.balance_cents,
      status: row.status,
      expiresOn: row.expires_on ?? undefined,
    }
  )
}

/** Whether a card can pay: its last day is in the location's time zone. */
export const isGood = (
  merchant: Merchant,
  { status, expiresOn }: PayingCard,
  { clock }: Pick<TicketPorts, 'clock'>,
): boolean => status === 'active' && (expiresOn === undefined || expiresOn >= todayAt(merchant, clock.now()))

/** Moves money from a card onto a ticket, which fixes its price and lines. */
export async function takeFromCard(
  tx: Transaction,
  merchant: Merchant,
  found: { ticket: Ticket; price: TicketPrice },
  { card, amountCents, tipCents }: Taking & { card: PayingCard },
  ports: TicketPorts,
): Promise<Ticket> {
  const nowMs = ports.clock.now()
  const ticket = await reserve(tx, merchant, found.ticket, ports)
  const id = ports.ids.uuid()
  const redemption = {
    redemptionId: id,
    cardId: card.id,
    userId: card.userId,
    amountCents,
    tipCents,
    ticketId: ticket.id,
  }
  await redeemCard(tx, ports, merchant, todayAt(merchant, nowMs), redemption)
  if (!ticket.kept) for (const line of ticket.lines) saveLine(tx, ticket, line)
  const payment = {
    id,
    tenderType: 'card' as const,
    displayName: cardName(card.lastFour),
    nonTipCents: amountCents,
    tipCents,
    cardId: card.id,
  }
  return addPayment(tx, merchant, ticket, payment, { kept: keptOf(found.price), nowMs })
}
