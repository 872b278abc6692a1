import { findTimeOfDay, localTime } from '../local-time.ts'
import type { TicketOrder } from '../schemas/ticket-order.ts'

/** Minutes after its time for which a placed order is still shown when nobody has marked it as handed over. */
export const currentForMinutes = 6 * 60

/** What this rule reads of an order. `placedAt` is when it was placed (ms since the epoch). */
type Placed = Pick<TicketOrder, 'status' | 'ready_date' | 'ready_time' | 'history'> & { placedAt: number }

/** An order that is over, or was never placed. */
const over = ['Completed', 'Expired', 'Open']

/**
 * Whether a placed order is still shown to its guest on every screen: until it was handed over, or some hours after its time. A canceled order is shown as
 * long, so that a guest who looks only then does not come for it. `now` in ms since the epoch; times are in the location's zone.
 */
export function isCurrentOrder(
  { status, ready_date, ready_time, history = [], placedAt }: Placed,
  now: number,
  timeZone: string,
): boolean {
  if (over.includes(status)) return false
  const lastHeard = Math.max(
    placedAt,
    ...history.map(({ at }) => Date.parse(at)).filter((at) => !Number.isNaN(at)),
  )
  if ((now - lastHeard) / 60_000 < currentForMinutes) return true
  const readyMinutes = ready_time === undefined ? undefined : findTimeOfDay(ready_time)
  if (ready_date === undefined || readyMinutes === undefined) return false
  const wall = localTime(now, timeZone)
  const days = (Date.parse(`${wall.date}T00:00:00Z`) - Date.parse(`${ready_date}T00:00:00Z`)) / 86_400_000
  return days * 24 * 60 + wall.minutes - readyMinutes < currentForMinutes
}
