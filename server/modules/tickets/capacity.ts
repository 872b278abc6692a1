import type { Database, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import { slotName, type SlotTables } from './slots.ts'
import type { Ticket } from './ticket.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'

/** The kitchen's capacity, where a merchant's file limits the orders per slot (reliability B5). */

export const slotTaken = 'This time has just been taken. Please choose another.'

/** The slot of an order; undefined: as soon as possible. */
export const slotOf = ({ readyDate, readyTime }: Ticket): string | undefined =>
  readyDate === undefined || readyTime === undefined ? undefined : slotName(readyDate, readyTime)

/**
 * Reserves a place in a ticket's slot, before its first payment: in one statement, so that simultaneous orders never exceed the limit. Throws 422 on
 * `ready_time_v2` when it is full.
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

/** Releases a ticket's place. The caller saves the ticket. */
export function freeSlot(tx: Transaction, ticket: Ticket): Ticket {
  if (ticket.heldSlot === undefined) return ticket
  tx.later('UPDATE slot_uses SET taken = taken - 1 WHERE location_id = $1 AND slot = $2 AND taken > 0', [
    ticket.locationId,
    ticket.heldSlot,
  ])
  return { ...ticket, heldSlot: undefined }
}

/**
 * Releases the reserved slot of a ticket whose time has changed; before its promo code is released, in the order of reserve.ts. The caller saves the ticket.
 */
export const withoutOldSlot = (tx: Transaction, ticket: Ticket): Ticket =>
  slotOf(ticket) === ticket.heldSlot ? ticket : freeSlot(tx, ticket)

/**
 * Updates the slot tables with the slots that are full now, including what other servers have taken or released. Past days are left out. Runs no query where no
 * merchant sets a limit.
 */
export async function refreshFullSlots(
  database: Database,
  merchants: readonly Merchant[],
  slots: SlotTables,
  nowMs: number,
): Promise<void> {
  const limits = merchants.flatMap(({ locationId, kitchen, location }) =>
    kitchen.ordersPerSlot === undefined
      ? []
      : [
          {
            location_id: locationId,
            most: kitchen.ordersPerSlot,
            today: wallClock(nowMs, location.time_zone).date,
          },
        ],
  )
  const rows =
    limits.length === 0
      ? []
      : await database.query<{ location_id: string; slot: string }>(
          `SELECT u.location_id, u.slot FROM slot_uses u
           JOIN jsonb_to_recordset($1::jsonb) AS l (location_id text, most int, today text) ON l.location_id = u.location_id
           WHERE u.taken >= l.most AND u.slot >= l.today`,
          [JSON.stringify(limits)],
        )
  const full = new Map<string, Set<string>>()
  for (const { location_id: id, slot } of rows) full.set(id, (full.get(id) ?? new Set()).add(slot))
  // Also of those without a limit: if it is removed while this server runs, no slot is full anymore.
  for (const { locationId } of merchants) slots.setFull(locationId, full.get(locationId) ?? new Set())
}
