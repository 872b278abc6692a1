import type { Merchant } from '#server/merchants/merchant.ts'
import { abandonAttempt, findOpenAttempt, isFresh } from '#server/modules/payments/attempts.ts'
import { underSavepoint } from '#server/plugins/idempotency.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { priceOf } from './price.ts'
import { releaseUnplaced } from './release.ts'
import { getAnyonesTicket } from './service.ts'
import type { TicketPorts } from './ports.ts'
import { submitTicket } from './submit.ts'
import { heldForMs, isCharged, isPlaced, type Ticket } from './ticket.ts'
import { voidTicket } from './void.ts'

/**
 * Tickets that nobody came back for. One that a payment card has paid for but that was not placed is placed, or canceled and refunded (invariant I7): its guest
 * tapped *pay and place*. It is checked a minute after the payment, so that with a round every twenty seconds it is settled within two. One paid only by gift
 * cards or a reward is not ordered before the tap that places it: like everything else held for a ticket, they are returned after a quarter of an hour
 * (reliability B16), and the ticket says so. Any number of servers may do this at once: each ticket is locked and checked again.
 */

export type SettlerPorts = TicketPorts & { database: Database }

const paidWaitMs = 60_000
/** A guest who paid longer ago than this has left: an order for "as soon as possible" is no longer made. */
const tooLateMs = 30 * 60_000
const maxPerRound = 200

/** The tickets of locations that need settling, the newest first. */
export const listWaitingTickets = (
  database: Database,
  locationIds: readonly string[],
  nowMs: number,
): Promise<{ location_id: string; id: string }[]> =>
  database.query(
    `SELECT location_id, id FROM tickets
     WHERE location_id = ANY (string_to_array($3, ',')) AND ((status = 'PaymentComplete' AND touched_at <= $1)
       OR (status = 'Open' AND (priced IS NOT NULL OR reward IS NOT NULL OR held_slot IS NOT NULL OR held_promo IS NOT NULL) AND touched_at <= $2))
     ORDER BY touched_at DESC LIMIT ${maxPerRound}`,
    [nowMs - paidWaitMs, nowMs - heldForMs, locationIds.join()],
  )

/** Places, cancels or releases one ticket, if it is time to. */
export async function settleTicket(merchant: Merchant, id: string, ports: SettlerPorts): Promise<void> {
  const after = await ports.database.transaction((tx) => settle(tx, merchant, id, ports))
  after?.()
}

async function settle(
  tx: Transaction,
  merchant: Merchant,
  id: string,
  ports: SettlerPorts,
): Promise<(() => void) | undefined> {
  const nowMs = ports.clock.now()
  const ticket = await getAnyonesTicket(tx, merchant, id)
  if (isPlaced(ticket) || !['Open', 'PaymentComplete'].includes(ticket.status)) return undefined
  const isPaid = priceOf(merchant, ticket, nowMs).dueCents === 0
  if (isPaid && isCharged(ticket))
    return nowMs - ticket.touchedAt >= paidWaitMs ? place(tx, merchant, ticket, ports) : undefined
  if (isCharged(ticket) || nowMs - ticket.touchedAt < heldForMs) return undefined
  const attempt = await findOpenAttempt(tx, merchant.locationId, { kind: 'ticket', id })
  if (attempt && isFresh(attempt, nowMs, heldForMs)) return undefined
  // A payment that waits for its diner has charged nothing, and never will: only this server confirms.
  if (attempt) abandonAttempt(tx, merchant.locationId, attempt)
  await releaseUnplaced(tx, merchant, ticket, ports)
  return undefined
}

/** Places a paid order as the guest's own call would have; one that can never be placed is canceled and refunded. */
async function place(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  ports: SettlerPorts,
): Promise<(() => void) | undefined> {
  if (isTooLate(merchant, ticket, ports)) {
    await voidTicket(
      tx,
      merchant,
      ticket,
      { because: 'We could not send your order to the kitchen in time, so it was not made.' },
      ports,
    )
    return undefined
  }
  const at = { id: ticket.id, userId: ticket.userId }
  const outcome = await underSavepoint(tx, () => submitTicket(tx, merchant, at, { phone_number: '' }, ports))
  if ('value' in outcome) return outcome.value.after
  const because = 'We could not place your order, so it was not made.'
  await voidTicket(tx, merchant, ticket, { because }, ports)
  return undefined
}

function isTooLate(
  merchant: Merchant,
  { touchedAt, readyDate, readyTime }: Ticket,
  { clock, slots }: TicketPorts,
): boolean {
  const nowMs = clock.now()
  if (nowMs - touchedAt < tooLateMs) return false
  const readyAt =
    readyDate === undefined || readyTime === undefined
      ? undefined
      : slots.findInstant(merchant, readyDate, readyTime)
  return readyAt === undefined || readyAt < nowMs
}
