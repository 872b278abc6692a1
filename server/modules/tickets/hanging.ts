import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { askProvider, leased } from '#server/modules/payments/charge-once.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { type Attempt, getAttempt, updateAttempt } from './attempts.ts'
import { chargeOf, finishPayment } from './payment-steps.ts'
import { getAnyonesTicket, type TicketPorts } from './service.ts'
import { voidTicket } from './void.ts'

/** Card payments whose outcome nobody came back for: the tab was closed, the server stopped. Nobody may be charged without knowing (reliability P2, I7). */

export type HangingPorts = TicketPorts & { database: Database; payments: Payments; log: Log }

/** Whoever began it has this long to come back for it; and after this, an order is made for nobody. */
const patienceMs = 60_000
const tooLateMs = 30 * 60_000
const atOnce = 20

/** The payments that hang: begun a minute ago or longer, and nobody is asking about them just now. */
export const listHanging = (
  database: Database,
  locationIds: readonly string[],
  nowMs: number,
): Promise<{ location_id: string; id: string; ticket_id: string }[]> =>
  database.query(
    `SELECT location_id, id, ticket_id FROM payment_attempts
     WHERE state = 'started' AND locked_until <= $1 AND created_at <= $2 AND location_id = ANY (string_to_array($3, ','))
     ORDER BY created_at DESC LIMIT ${atOnce}`,
    [nowMs, nowMs - patienceMs, locationIds.join()],
  )

/**
 * Asks the provider about a payment, with its own key: it charges once, whether it was asked before or not. A ticket that is paid by that is placed or
 * cancelled by the same rounds as any other; one whose diner is long gone is cancelled at once.
 */
export async function settleHanging(merchant: Merchant, { id, ticketId }: { id: string; ticketId: string }, ports: HangingPorts): Promise<void> {
  const { database, clock } = ports
  const attempt = await database.transaction(async (tx): Promise<Attempt | undefined> => {
    await getAnyonesTicket(tx, merchant, ticketId)
    const found = await getAttempt(tx, merchant.locationId, id)
    if (found.state !== 'started' || found.lockedUntil > clock.now()) return undefined
    const taken = leased(found, clock.now())
    updateAttempt(tx, merchant.locationId, taken)
    return taken
  })
  if (!attempt) return
  const outcome = await askProvider(ports, chargeOf(merchant, attempt), attempt)
  await database.transaction(async (tx) => {
    const { ticket, attempt: settled } = await finishPayment(tx, merchant, id, outcome, ticketId, ports)
    if (settled.state === 'succeeded' && ticket.status === 'PaymentComplete' && clock.now() - attempt.createdAt >= tooLateMs)
      await voidTicket(tx, merchant, ticket, 'Your payment was made too late for the kitchen, so your order was not made.', ports)
  })
}
