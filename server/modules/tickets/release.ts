import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import {
  findLastRewardDay,
  freeReward,
  reserveReward,
  returnedRewardDays,
} from '#server/modules/accounts/rewards.ts'
import { type GivenTo, returnToCard, type ReturnedBy } from '#server/modules/cards/redeem.ts'
import { changedMeanwhile, ProblemError } from '#server/plugins/problems.ts'
import { checkEditable, checkOpen, endWaitingPayment } from './guards.ts'
import { listUnreturned } from './refund-rows.ts'
import { updateTicketRow } from './repository.ts'
import { freeReserved, holdsReserved } from './reserve.ts'
import { answerOf, atTodaysMenu, getTicket, type TicketAnswer } from './service.ts'
import type { TicketPorts } from './ports.ts'
import { refundText, type Ticket, type TicketAt } from './ticket.ts'

/** Puts rewards on a ticket, and takes rewards and gift cards off it. Every function runs in the caller's transaction. */

/**
 * Takes a reward's amount off the ticket: one per ticket, before there is any payment. Repeating it with the same reward returns the ticket. Throws 409
 * already_paid once there is a payment, changed_meanwhile when another reward is on it or this one on another order, and 422 on `reward_id`.
 */
export async function redeemReward(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt & { userId: string },
  rewardId: string,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getTicket(tx, merchant, at)
  if (ticket.reward?.id === rewardId) return answerOf(merchant, ticket, ports)
  await checkEditable(tx, ticket, ports.clock.now())
  if (ticket.reward) throw changedMeanwhile('This order already has a reward. Each order can have one.')
  const reward = await reserveReward(
    tx,
    merchant,
    { rewardId, userId: at.userId, ticketId: ticket.id },
    ports,
  )
  const rewarded = { ...ticket, reward, touchedAt: ports.clock.now() }
  updateTicketRow(tx, rewarded)
  return answerOf(merchant, rewarded, ports)
}

/**
 * Takes gift cards and a reward off an unplaced ticket: it can be changed again, at today's prices. Does nothing if there are none. Throws 409 already_paid
 * once a payment card was charged or is being charged.
 */
export async function releaseTenders(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt,
  ports: TicketPorts,
): Promise<TicketAnswer> {
  const ticket = await getTicket(tx, merchant, at)
  checkOpen(ticket, ports.clock.now())
  if (ticket.payments.some(({ tenderType }) => tenderType === 'credit_card'))
    throw new ProblemError(
      409,
      'already_paid',
      'Your card has paid for this order, so nothing can be taken off it. Please place it, or call the restaurant.',
    )
  await endWaitingPayment(tx, ticket)
  const { open } = await reopen(tx, merchant, ticket, ports)
  return { ...answerOf(merchant, open, ports), isRepeatable: open === ticket }
}

/** Reopens a ticket without its gift cards and reward, at today's prices. No payment card may have paid for it. */
async function reopen(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  ports: TicketPorts,
): Promise<{ open: Ticket; givenTo: ReadonlyMap<string, GivenTo> }> {
  const { ticket: bare, givenTo } = await giveBack(tx, merchant, ticket, ports)
  if (bare === ticket) return { open: ticket, givenTo }
  const open = atTodaysMenu(merchant, {
    ...bare,
    kept: undefined,
    status: 'Open',
    touchedAt: ports.clock.now(),
  })
  updateTicketRow(tx, open)
  return { open, givenTo }
}

/** Releases what is held for a ticket whose guest did not place it in time. The ticket is open again and says so until it is changed. */
export async function releaseUnplaced(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  ports: TicketPorts,
): Promise<void> {
  const { open, givenTo } = await reopen(tx, merchant, ticket, ports)
  if (open === ticket || (ticket.payments.length === 0 && !ticket.reward)) return
  const back = [
    ...ticket.payments.map((payment) => refundText(payment, givenTo.get(payment.id))),
    ...(ticket.reward ? ['Your reward is yours again.'] : []),
  ]
  updateTicketRow(tx, {
    ...open,
    success: {
      header: 'Your order was not placed',
      message: ['It was not placed in time, so nothing was taken.', ...back].join(' '),
    },
  })
}

/**
 * Returns to gift cards what was not refunded yet, the reward to its owner, and the slot and the use of its code to others: because the guest took them off
 * (`release`), or the guest or the restaurant cancels the order. Returns the ticket without them, which the caller saves, and which card got each payment's
 * money.
 */
export async function giveBack(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  ports: TicketPorts,
  by: ReturnedBy = 'release',
): Promise<{ ticket: Ticket; givenTo: ReadonlyMap<string, GivenTo> }> {
  const { locationId } = merchant
  const cards = listUnreturned(ticket).filter(({ tenderType }) => tenderType === 'card')
  if (cards.length === 0 && !ticket.reward && !holdsReserved(ticket)) return { ticket, givenTo: new Map() }
  const freed = freeReserved(tx, ticket)
  const givenTo = new Map<string, GivenTo>()
  for (const { id, cardId, nonTipCents, tipCents } of cards) {
    tx.later('UPDATE payments SET released_at = $3 WHERE location_id = $1 AND id = $2', [
      locationId,
      id,
      ports.clock.now(),
    ])
    if (nonTipCents + tipCents === 0) continue
    const given = await returnToCard(tx, ports, merchant, {
      redemptionId: id,
      cardId: cardId!,
      amountCents: nonTipCents,
      tipCents,
      ticketId: ticket.id,
      by,
    })
    givenTo.set(id, given)
  }
  if (ticket.reward)
    freeReward(tx, merchant, {
      ticketId: ticket.id,
      nowMs: ports.clock.now(),
      goodForDays: { release: undefined, cancel: 0, restaurant: returnedRewardDays }[by],
    })
  const bare: Ticket = {
    ...freed,
    payments: ticket.payments.filter(({ tenderType }) => tenderType !== 'card'),
    reward: undefined,
    rewardUntil:
      ticket.userId === undefined ? undefined : await findLastRewardDay(tx, merchant, ticket.userId),
  }
  return { ticket: bare, givenTo }
}
