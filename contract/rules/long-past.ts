import { instantOf } from '../local-instant.ts'
import { findTimeOfDay } from '../local-time.ts'
import type { TicketOrder } from '../schemas/ticket-order.ts'
import { currentForMinutes } from './current-order.ts'

type Timed = Pick<TicketOrder, 'status'> & Partial<Pick<TicketOrder, 'ready_date' | 'ready_time' | 'history'>>

/**
 * Whether nobody waits for a placed order any longer although it was never marked as handed over: many kitchens never do that, and an API with only the
 * specification's statuses (§4 *Ticket order*) has none for it. True some hours after its own time, and after its last change; never for an order without any
 * time. `now` in ms since the epoch; times are in the location's zone.
 */
export function isLongPast(order: Timed, now: number, timeZone: string): boolean {
  if (!isWithKitchen(order)) return false
  const times = [...(order.history ?? []).map(({ at }) => Date.parse(at)), readyAt(order, timeZone)]
  const known = times.filter((time) => !Number.isNaN(time))
  return known.length > 0 && now - Math.max(...known) >= currentForMinutes * 60_000
}

/** An unplaced order is not past, nor one that still waits for a kitchen that is away: without a time of its own it will be made when the kitchen is back. */
const isWithKitchen = ({ status, ready_time }: Timed): boolean =>
  ['Submitted', 'Preparing', 'Ready'].includes(status) || (status === 'Queued' && ready_time !== undefined)

/** When it was to be ready (ms since the epoch); the end of its day where it has no time; NaN without a day. */
function readyAt({ ready_date, ready_time }: Timed, timeZone: string): number {
  if (ready_date === undefined) return NaN
  // Midnight is 0, which is a valid time.
  const minutes = ready_time === undefined ? undefined : findTimeOfDay(ready_time)
  return instantOf(ready_date, minutes ?? 24 * 60 - 1, timeZone)
}
