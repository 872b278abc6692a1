import {
  isWholeRest,
  leftCentsOf,
  mergeLines,
  type PricedRefund,
  priceRefund,
  type RefundChoice,
} from '#contract/pricing/refund.ts'
import type { Refundable, RefundBody } from '#contract/schemas/refund.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { takeBackPoints } from '#server/modules/accounts/points.ts'
import { freeReward, returnedRewardDays } from '#server/modules/accounts/rewards.ts'
import { returnToCard } from '#server/modules/cards/redeem.ts'
import { changedMeanwhile, type ProblemError } from '#server/plugins/problems.ts'
import { earnedLeftOf } from './earned-points.ts'
import { notifyPartRefunded } from './news.ts'
import type { TicketPorts } from './ports.ts'
import type { TicketRefund, TicketRefundPart } from './refund.ts'
import { insertRefund, nameOf } from './refund-rows.ts'
import { findRefundable } from './refundable.ts'
import { updateTicketRow } from './repository.ts'
import { centsOf } from './service.ts'
import { earningOf, type Ticket } from './ticket.ts'

/**
 * Refunds a part of a placed order, as the staff chose it and for the amount that they saw. A gift card gets its part at once, a payment card in the next round
 * (refunds.ts); the points that the money had earned are taken back, and a reward is returned with the last part. Throws 409 changed_meanwhile where the amount
 * would differ, or nothing can be refunded; 422 for an invalid amount. The ticket is locked by the caller.
 */
export async function refundOrder(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  { body, userId }: { body: RefundBody; userId: string },
  ports: TicketPorts,
): Promise<void> {
  const nowMs = ports.clock.now()
  const order = findRefundable(ticket)
  if (!order)
    throw changedMeanwhile(`Order ${ticket.name} was canceled: everything paid for it was refunded.`)
  // Two who refund one of two dishes at once see the same amount: without this, both would go back.
  if (body.left !== undefined && centsOf(body.left, 'left') !== leftCentsOf(order)) throw changed(ticket)
  const choice = { ...body, lines: mergeLines(body.lines), tipCents: centsOf(body.tip, 'tip') }
  const priced = priceChoice(order, choice, ticket)
  if (priced.totalCents !== centsOf(body.amount, 'amount')) throw changed(ticket)
  const disputed = ticket.payments.find(
    ({ id, dispute }) => dispute !== undefined && priced.parts.some(({ paymentId }) => paymentId === id),
  )
  if (disputed)
    throw changedMeanwhile(
      disputed.dispute === 'open'
        ? `The guest’s bank disputes the payment of order ${ticket.name}, so it can’t be refunded here. Nothing was changed.`
        : `The guest’s bank reversed a payment of order ${ticket.name}, so it can’t be refunded here. What is left of it, if anything, can be refunded in Stripe. Nothing was changed.`,
    )
  const rewardBack = ticket.reward !== undefined && isWholeRest(order, choice)
  const given: TicketRefund = {
    id: ports.ids.uuid(),
    by: 'staff',
    userId,
    reason: body.reason,
    note: body.note?.trim() || undefined,
    lines: choice.lines,
    deliveryCents: priced.deliveryCents,
    tipCents: priced.tipCents,
    earnedCents: priced.earnedCents,
    rewardBack,
    at: nowMs,
    parts: priced.parts.map((part) => ({
      ...part,
      id: ports.ids.uuid(),
      doneAt: part.tenderType === 'card' ? nowMs : undefined,
    })),
  }
  const parts = await returnToCards(tx, merchant, ticket, given, ports)
  if (rewardBack) freeReward(tx, merchant, { ticketId: ticket.id, nowMs, goodForDays: returnedRewardDays })
  const leftCents = earnedLeftOf({ ...ticket, refunds: [...ticket.refunds, given] })
  const rewardGone = await takeBackPoints(tx, merchant, { ...earningOf(ticket), leftCents }, ports)
  const refund = { ...given, parts, rewardGone }
  insertRefund(tx, ticket, refund)
  const refunded: Ticket = { ...ticket, refunds: [...ticket.refunds, refund], touchedAt: nowMs }
  updateTicketRow(tx, refunded)
  notifyPartRefunded(tx, refunded, refund, ports)
}

/** Returns the parts with the names of the cards that got them. */
async function returnToCards(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  { parts }: TicketRefund,
  ports: TicketPorts,
): Promise<TicketRefundPart[]> {
  const returned: TicketRefundPart[] = []
  for (const part of parts) {
    const { displayName, cardId } = ticket.payments.find(({ id }) => id === part.paymentId)!
    const givenTo =
      part.tenderType === 'card'
        ? await returnToCard(tx, ports, merchant, {
            redemptionId: part.id,
            cardId: cardId!,
            amountCents: part.nonTipCents,
            tipCents: part.tipCents,
            ticketId: ticket.id,
          })
        : undefined
    returned.push({ ...part, ...nameOf(displayName, givenTo) })
  }
  return returned
}

function priceChoice(order: Refundable, choice: RefundChoice, ticket: Ticket): PricedRefund {
  try {
    return priceRefund(order, choice)
  } catch (error) {
    if (error instanceof RangeError) throw changed(ticket)
    throw error
  }
}

const changed = ({ name }: Ticket): ProblemError =>
  changedMeanwhile(`Part of order ${name} was already refunded. Please check it again.`)
