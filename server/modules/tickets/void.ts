import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { takeBackPoints } from '#server/modules/accounts/points.ts'
import { tellCancelled } from './news.ts'
import { giveBack } from './release.ts'
import { updateTicketRow } from './repository.ts'
import type { TicketPorts } from './ports.ts'
import { refundText, type Ticket } from './ticket.ts'

/** What a guest is told whose order the restaurant cancels. */
export const couldNotMake = ({ location: { phone } }: Merchant, ticket: Pick<Ticket, 'name'>): string =>
  `We could not make order ${ticket.name}. We are sorry! Questions? Please call ${phone}.`

/**
 * Cancels an order, placed or paid for, and gives back whatever paid for it: gift cards, reward, slot and points at once, a payment card's money by the
 * next round of the settler (settler.ts), which asks the provider. `because` is a sentence for the diner. Gives the ticket as it is then; one that
 * is cancelled already is left as it is. The ticket is locked by the caller.
 */
export async function voidTicket(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  because: string,
  ports: TicketPorts,
): Promise<Ticket> {
  if (ticket.status === 'Cancelled') return ticket
  const nowMs = ports.clock.now()
  const back = ticket.payments.map(refundText)
  const freed = await giveBack(tx, merchant, ticket, ports)
  tx.later(
    `UPDATE payments SET refund_due_at = $3 WHERE location_id = $1 AND ticket_id = $2 AND tender_type = 'credit_card' AND released_at IS NULL
       AND refund_due_at IS NULL`,
    [merchant.locationId, ticket.id, nowMs],
  )
  const tookReward = await takeBackPoints(tx, merchant, { userId: ticket.userId, ticketId: ticket.id }, ports)
  const voided: Ticket = {
    ...freed,
    status: 'Cancelled',
    success: {
      header: 'Your order was cancelled',
      message: [
        because,
        ...back,
        ...(ticket.reward ? ['Your reward is yours again.'] : []),
        ...(tookReward ? ['The reward that its points had reached is gone again.'] : []),
      ].join(' '),
    },
    touchedAt: nowMs,
  }
  updateTicketRow(tx, voided)
  tellCancelled(tx, voided, ports)
  return voided
}
