import { findTimeOfDay } from '#contract/local-time.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { SlotTables } from '#server/modules/tickets/slots.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'
import { isKitchenOn } from './switch.ts'

/** When an order goes to the kitchen. */

/** What placing an order needs from the kitchen. */
export type KitchenIntake = {
  /** True: orders are in the kitchen once placed; false: they are handed on afterwards and wait as `Queued` until they are taken. */
  takesAtOnce: boolean
  /** Hands on what is waiting. Never throws. */
  wake(): void
}

type ReadyAt = { readyDate: string | undefined; readyTime: string | undefined }

/** An order for later than this beyond the kitchen's lead time (ms) waits in the queue first. */
export const queueAfterMs = 15 * 60_000

/** The state of a newly placed order, and whether the kitchen is switched off: then no time can be promised. */
type Placing = { status: 'Submitted' | 'Queued'; isOff: boolean }

/** `Submitted`, or `Queued` if it is for later or the kitchen is away (docs/design/contract.md, Shapes and states). */
export async function placingOf(
  database: Queryable,
  merchant: Merchant,
  ticket: ReadyAt,
  { slots, kitchen }: { slots: SlotTables; kitchen: KitchenIntake },
  nowMs: number,
): Promise<Placing> {
  if (!kitchen.takesAtOnce) return { status: 'Queued', isOff: false }
  const isOff = !(await isKitchenOn(database, merchant.locationId))
  const waits = isOff || !isDue(merchant, ticket, slots, nowMs + queueAfterMs)
  return { status: waits ? 'Queued' : 'Submitted', isOff }
}

/** Whether the kitchen has to start by a time (ms): at once without a ready time, else its lead time earlier. */
export function isDue(
  merchant: Merchant,
  { readyDate, readyTime }: ReadyAt,
  slots: SlotTables,
  byMs: number,
): boolean {
  if (readyDate === undefined || readyTime === undefined) return true
  const leadMinutes = merchant.kitchen.leadMinutes
  const readyAtMs = slots.findInstant(merchant, readyDate, readyTime)
  if (readyAtMs !== undefined) return readyAtMs - leadMinutes * 60_000 <= byMs
  // The kitchen's hours have changed since and no longer include the slot: the clock decides, so that it never waits forever.
  const wall = wallClock(byMs + leadMinutes * 60_000, merchant.location.time_zone)
  return wall.date > readyDate || (wall.date === readyDate && wall.minutes >= (findTimeOfDay(readyTime) ?? 0))
}
