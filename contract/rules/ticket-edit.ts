import { findTimeOfDay, localTime } from '../local-time.ts'

/** What this rule reads of a ticket; all of it is on the wire. */
type PlacedTicket = {
  status: string
  /** ISO date and `h:mma` of the location; undefined: as soon as possible. */
  ready_date?: string | undefined
  ready_time?: string | undefined
}

/** §9: the edit window is less than a day before the order's date. */
const windowMinutes = 24 * 60

/** Placed, and not started by the kitchen yet. */
const editable = ['PaymentComplete', 'Queued']

/**
 * Whether delivery and vehicle details of an order may still be changed: not once it is submitted to the kitchen, nor when its time is past, and only
 * when that is less than a day away (specification §4, *Editing an order*). By the clock on the location's wall. `now` in ms since the epoch.
 */
export function mayEditDetails(ticket: PlacedTicket, now: number, timeZone: string): boolean {
  if (!editable.includes(ticket.status)) return false
  if (ticket.ready_date === undefined || ticket.ready_time === undefined) return true
  const readyMinutes = findTimeOfDay(ticket.ready_time)
  if (readyMinutes === undefined) return false
  const wall = localTime(now, timeZone)
  const days =
    (Date.parse(`${ticket.ready_date}T00:00:00Z`) - Date.parse(`${wall.date}T00:00:00Z`)) / 86_400_000
  const away = days * 24 * 60 + readyMinutes - wall.minutes
  return away >= 0 && away < windowMinutes
}
