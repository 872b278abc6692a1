import { instantOf } from '../local-instant.ts'
import { findTimeOfDay } from '../local-time.ts'

/** Arriving at the curb (specification §4, *Curbside check-in*; §5: the check-in form requires make, model, color and license). */

/** Milliseconds after which an I'M HERE is no longer worth sending (docs/design/offline.md). */
export const checkInLifetimeMs = 30 * 60 * 1000

export const vehicleFields = ['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_license'] as const
export type Vehicle = Record<(typeof vehicleFields)[number], string>

/** A car in one line, as far as it is known: `blue Honda Civic, LAR-1040`. */
export const vehicleText = ({
  vehicle_color: color,
  vehicle_make: make,
  vehicle_model: model,
  vehicle_license: license,
}: { [Field in keyof Vehicle]?: string | undefined }): string =>
  [[color, make, model].filter(Boolean).join(' '), license].filter(Boolean).join(', ')

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

/** Whether the restaurant will still bring the order out to a guest who said I'M HERE. */
export const isAwaited = ({ status }: Pick<Arriving, 'status'>): boolean => waiting.includes(status)

/** Whether the guest can still say I'M HERE: for curbside only, and once (specification §4). */
export const mayCheckIn = (ticket: Arriving): boolean =>
  ticket.use_curbside && ticket.recipient_checked_in !== true && waiting.includes(ticket.status)

/** Minutes before its time from which arriving is the next thing to do about an order. */
export const soonMinutes = 10

type Timed = { ready_date?: string | undefined; ready_time?: string | undefined }

/**
 * Real minutes until an order's time in the location's zone, also across a clock change; negative once it is past, undefined for an order without a time. `now`
 * in ms since the epoch.
 */
export function minutesUntilReady(
  { ready_date, ready_time }: Timed,
  now: number,
  timeZone: string,
): number | undefined {
  const readyMinutes = ready_time === undefined ? undefined : findTimeOfDay(ready_time)
  if (ready_date === undefined || readyMinutes === undefined) return undefined
  return Math.floor(instantOf(ready_date, readyMinutes, timeZone) / 60_000) - Math.floor(now / 60_000)
}

/**
 * Whether arriving is the next thing that the guest of a curbside order will do: it is ready, it is for as soon as possible, or its time is near or past.
 * Before that the way to the arrival is not offered; its address works all the same. `now` in ms since the epoch.
 */
export function isTimeToArrive(ticket: Timed & { status: string }, now: number, timeZone: string): boolean {
  const minutes = minutesUntilReady(ticket, now, timeZone)
  return ticket.status === 'Ready' || minutes === undefined || minutes <= soonMinutes
}
