import type { Cents } from '#contract/money.ts'
import { earnedCentsLeft } from '#contract/pricing/refund.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { giveBackPoints, takeBackPoints } from '#server/modules/accounts/points.ts'
import { takenByBank } from './disputed-payments.ts'
import type { TicketPorts } from './ports.ts'
import { listUnreturned } from './refund-rows.ts'
import { lockTicket } from './repository.ts'
import { takeOf } from './shares.ts'
import { earningOf, isPlaced, type Ticket } from './ticket.ts'

/** The points of an order follow its money: what the restaurant does not have earns none, whoever took it. */

/** What is left of a ticket's dishes after discounts, refunds and what banks took, in cents: the basis of its points. */
export function earnedLeftOf(ticket: Ticket): Cents {
  const { kept, refunds } = ticket
  if (!kept || ticket.status === 'Cancelled') return 0
  const atProvider = refunds.filter(({ reason }) => reason === 'provider').flatMap(({ parts }) => parts)
  const payments = listUnreturned(ticket).map((payment) => ({
    leftCents: payment.nonTipCents,
    takenCents: takeOf(payment, takenByBank(payment, refunds)).nonTipCents,
  }))
  const takenCents = sumOf(payments.map((payment) => payment.takenCents))
  return earnedCentsLeft({
    earnedCents:
      kept.subTotalCents - kept.discountCents - sumOf(refunds.map(({ earnedCents }) => earnedCents)),
    keptCents: sumOf(payments.map(({ leftCents }) => leftCents)) - takenCents,
    takenCents: takenCents + sumOf(atProvider.map(({ nonTipCents }) => nonTipCents)),
  })
}

const sumOf = (all: readonly Cents[]): Cents => all.reduce((sum, cents) => sum + cents, 0)

/**
 * Takes back, or gives back, the points of a placed order after somebody else than the restaurant moved its money: a bank, or whoever uses the provider's
 * dashboard. Reads the ticket as it is now; its row is locked by the caller. Returns whether a reward was taken back.
 */
export async function followMoney(
  tx: Transaction,
  merchant: Merchant,
  { id }: Pick<Ticket, 'id'>,
  ports: Pick<TicketPorts, 'clock' | 'ids'>,
): Promise<boolean> {
  const ticket = await lockTicket(tx, merchant.locationId, id)
  // A canceled order has lost its points already, and gets none again.
  if (!ticket || !isPlaced(ticket) || ticket.status === 'Cancelled') return false
  const earning = { ...earningOf(ticket), leftCents: earnedLeftOf(ticket) }
  const tookReward = await takeBackPoints(tx, merchant, { ...earning, mayReturn: true }, ports)
  if (!tookReward) await giveBackPoints(tx, merchant, earning, ports)
  return tookReward
}
