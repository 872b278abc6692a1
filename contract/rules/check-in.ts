import { findTimeOfDay, localTime } from '../local-time.ts'

/** Arriving at the curb (specification §4, *Curbside check-in*; §5: the check-in form requires make, model, color and license). */

/** An I'M HERE that is older than this is of no use to anybody (docs/design/offline.md): milliseconds. */
export const checkInLifetimeMs = 30 * 60 * 1000

export const vehicleFields = ['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_license'] as const
export type Vehicle = Record<(typeof vehicleFields)[number], string>

/** What is wrong with a car, by field; empty when nothing is. */
export function listVehicleProblems(vehicle: Vehicle): Partial<Vehicle> {
  return Object.fromEntries(
    vehicleFields.flatMap((field) =>
      vehicle[field].trim() === '' ? [[field, 'Please enter a valid info']] : [],
    ),
  )
}

/** What this rule reads of a ticket. */
type Arriving = { status: string; use_curbside: boolean; recipient_checked_in?: boolean | undefined }

/** Placed, and not yet handed over. */
const waiting = ['Queued', 'Submitted', 'Preparing', 'Ready']

/** Whether somebody can still say that they are here: for curbside, once (specification §4). */
export const mayCheckIn = (ticket: Arriving): boolean =>
  ticket.use_curbside && ticket.recipient_checked_in !== true && waiting.includes(ticket.status)

/** From so long before its time on, arriving is the next thing to do about an order (minutes). */
const soonMinutes = 30

/**
 * Whether arriving is the next thing that the guest of a curbside order will do: it is ready, it is for as soon as possible, or its time is near or past. Before
 * that it can be said all the same, and does not stand first. `now` in ms since the epoch.
 */
export function isTimeToArrive(
  ticket: { status: string; ready_date?: string | undefined; ready_time?: string | undefined },
  now: number,
  timeZone: string,
): boolean {
  const readyMinutes = ticket.ready_time === undefined ? undefined : findTimeOfDay(ticket.ready_time)
  if (ticket.status === 'Ready' || ticket.ready_date === undefined || readyMinutes === undefined) return true
  const wall = localTime(now, timeZone)
  const days =
    (Date.parse(`${ticket.ready_date}T00:00:00Z`) - Date.parse(`${wall.date}T00:00:00Z`)) / 86_400_000
  return days * 24 * 60 + readyMinutes - wall.minutes <= soonMinutes
}
