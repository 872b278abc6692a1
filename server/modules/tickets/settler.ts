import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { underSavepoint } from '#server/plugins/idempotency.ts'
import type { Transaction } from '#server/db/database.ts'
import { findOpenAttempt, isFresh, updateAttempt } from './attempts.ts'
import { refreshFullSlots } from './capacity.ts'
import { listHanging, settleHanging } from './hanging.ts'
import { priceOf } from './price.ts'
import { type RefundPorts, refundSome } from './refunds.ts'
import { reopen } from './release.ts'
import { getAnyonesTicket, type TicketPorts } from './service.ts'
import { submitTicket } from './submit.ts'
import type { Ticket } from './ticket.ts'
import { voidTicket } from './void.ts'

/**
 * What nobody came back for. A ticket that is paid and was not placed is placed, or cancelled and its money given back (invariant I7): it is looked at a
 * minute after the payment, so that with a round every twenty seconds it is settled within two. Gift cards, rewards and slots of a ticket that was left
 * alone go back after a quarter of an hour (reliability B16). Any number of servers may do it at once: each ticket is locked and looked at again.
 */

export type SettlerPorts = TicketPorts & RefundPorts & { directory: MerchantDirectory }

/** A round comes this often. */
export const settleEveryMs = 20_000
const paidWaitMs = 60_000
const heldWaitMs = 15 * 60_000
/** Whoever paid longer ago than this has gone: an order for "as soon as possible" is not made for nobody. */
const tooLateMs = 30 * 60_000
const mostAtOnce = 200

/** One round over all merchants. A ticket that fails is logged and left for the next round; the others are settled. */
export async function settleTickets(ports: SettlerPorts): Promise<void> {
  const { database, directory, clock } = ports
  const merchants = new Map(directory.list().map((merchant) => [merchant.locationId, merchant]))
  const nowMs = clock.now()
  const waiting = await database.query<{ location_id: string; id: string }>(
    `SELECT location_id, id FROM tickets
     WHERE location_id = ANY (string_to_array($3, ',')) AND ((status = 'PaymentComplete' AND touched_at <= $1)
       OR (status = 'Open' AND (priced IS NOT NULL OR reward IS NOT NULL OR held_slot IS NOT NULL) AND touched_at <= $2))
     ORDER BY touched_at DESC LIMIT ${mostAtOnce}`,
    [nowMs - paidWaitMs, nowMs - heldWaitMs, [...merchants.keys()].join()],
  )
  for (const { location_id: locationId, id } of waiting) await logged(ports, () => settleOne(merchants.get(locationId)!, id, ports))
  for (const { location_id: locationId, id, ticket_id: ticketId } of await listHanging(database, [...merchants.keys()], nowMs))
    await logged(ports, () => settleHanging(merchants.get(locationId)!, { id, ticketId }, ports))
  while (await refundSome([...merchants.keys()], nowMs, ports)) continue
  await refreshFullSlots(database, [...merchants.values()], ports.slots, nowMs)
}

async function logged({ log }: SettlerPorts, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log({ level: 'error', event: 'settling_failed', error: error instanceof Error ? error.name : 'unknown' })
  }
}

async function settleOne(merchant: Merchant, id: string, ports: SettlerPorts): Promise<void> {
  const after = await ports.database.transaction((tx) => settle(tx, merchant, id, ports))
  after?.()
}

async function settle(tx: Transaction, merchant: Merchant, id: string, ports: SettlerPorts): Promise<(() => void) | undefined> {
  const nowMs = ports.clock.now()
  const ticket = await getAnyonesTicket(tx, merchant, id)
  const paid = ticket.status === 'PaymentComplete' || (ticket.payments.length > 0 && priceOf(merchant, ticket, nowMs).dueCents === 0)
  if (paid && nowMs - ticket.touchedAt >= paidWaitMs) return place(tx, merchant, ticket, ports)
  if (ticket.status !== 'Open' || nowMs - ticket.touchedAt < heldWaitMs) return undefined
  const attempt = await findOpenAttempt(tx, merchant.locationId, id)
  if (attempt && isFresh(attempt, nowMs, heldWaitMs)) return undefined
  // Nothing was charged by a payment that waits for its diner, and nothing will be: only this server confirms.
  if (attempt) updateAttempt(tx, merchant.locationId, { ...attempt, state: 'abandoned' })
  await reopen(tx, merchant, ticket, ports)
  return undefined
}

/** Places a paid order as the diner's own call would have; one that can never be placed is cancelled, and whatever paid for it goes back. */
async function place(tx: Transaction, merchant: Merchant, ticket: Ticket, ports: SettlerPorts): Promise<(() => void) | undefined> {
  if (isTooLate(merchant, ticket, ports)) {
    await voidTicket(tx, merchant, ticket, 'We could not send your order to the kitchen in time, so it was not made.', ports)
    return undefined
  }
  const at = { id: ticket.id, userId: ticket.userId }
  const outcome = await underSavepoint(tx, () => submitTicket(tx, merchant, at, { phone_number: '' }, ports))
  if ('value' in outcome) return outcome.value.after
  await voidTicket(tx, merchant, ticket, 'We could not place your order, so it was not made.', ports)
  return undefined
}

function isTooLate(merchant: Merchant, { touchedAt, readyDate, readyTime }: Ticket, { clock, slots }: TicketPorts): boolean {
  const nowMs = clock.now()
  if (nowMs - touchedAt < tooLateMs) return false
  const readyAt = readyDate === undefined || readyTime === undefined ? undefined : slots.findInstant(merchant, readyDate, readyTime)
  return readyAt === undefined || readyAt < nowMs
}
