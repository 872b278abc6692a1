import type { Database, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import { slotName, type SlotTables } from './slots.ts'
import type { Ticket } from './ticket.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'

/** Room in the kitchen, where a merchant's file says how many orders it makes for one slot (reliability B5). */

export const slotTaken = 'This time has just been taken. Please choose another.'

/** The slot that an order is for; undefined: as soon as possible. */
export const slotOf = ({ readyDate, readyTime }: Ticket): string | undefined =>
  readyDate === undefined || readyTime === undefined ? undefined : slotName(readyDate, readyTime)

/**
 * Keeps room for a ticket in its slot, before its first money: in one statement, so that of any number who come at once no more have it than the
 * kitchen can make. Throws 422 on `ready_time_v2` when it is full.
 */
export async function reserveSlot(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  { slots }: { slots: SlotTables },
): Promise<Ticket> {
  const slot = slotOf(ticket)
  const maxOrders = merchant.kitchen.ordersPerSlot
  if (slot === undefined || maxOrders === undefined || ticket.heldSlot === slot) return ticket
  const rows = await tx.query<{ taken: number }>(
    `INSERT INTO slot_uses (location_id, slot, taken) VALUES ($1, $2, 1)
     ON CONFLICT (location_id, slot) DO UPDATE SET taken = slot_uses.taken + 1 WHERE slot_uses.taken < $3 RETURNING taken`,
    [merchant.locationId, slot, maxOrders],
  )
  if (!rows[0] || rows[0].taken >= maxOrders) slots.addFull(merchant.locationId, slot)
  if (!rows[0]) throw fieldProblem(422, 'ready_time_v2', slotTaken)
  tx.later('UPDATE tickets SET held_slot = $3 WHERE location_id = $1 AND id = $2', [
    merchant.locationId,
    ticket.id,
    slot,
  ])
  return { ...ticket, heldSlot: slot }
}

/** Gives a ticket's room to others. The caller writes the ticket. */
export function freeSlot(tx: Transaction, ticket: Ticket): Ticket {
  if (ticket.heldSlot === undefined) return ticket
  tx.later('UPDATE slot_uses SET taken = taken - 1 WHERE location_id = $1 AND slot = $2 AND taken > 0', [
    ticket.locationId,
    ticket.heldSlot,
  ])
  return { ...ticket, heldSlot: undefined }
}

/** A ticket whose time is no longer the one that is kept for it gives that back; before its code does, as they are kept (reserve.ts). The caller writes the ticket. */
export const withoutOldSlot = (tx: Transaction, ticket: Ticket): Ticket =>
  slotOf(ticket) === ticket.heldSlot ? ticket : freeSlot(tx, ticket)

/**
 * Tells the slot tables what is full now, for what other servers have taken or anybody gave back. Days that are over are left out. Asks nothing where
 * no merchant sets a limit.
 */
export async function refreshFullSlots(
  database: Database,
  merchants: readonly Merchant[],
  slots: SlotTables,
  nowMs: number,
): Promise<void> {
  for (const { locationId, kitchen, location } of merchants) {
    if (kitchen.ordersPerSlot === undefined) {
      // A limit that was taken out while this server runs leaves nothing full.
      slots.setFull(locationId, new Set())
      continue
    }
    const today = wallClock(nowMs, location.time_zone).date
    const rows = await database.query<{ slot: string }>(
      'SELECT slot FROM slot_uses WHERE location_id = $1 AND taken >= $2 AND slot >= $3',
      [locationId, kitchen.ordersPerSlot, today],
    )
    slots.setFull(locationId, new Set(rows.map(({ slot }) => slot)))
  }
}
