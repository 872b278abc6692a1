/** Arriving at the curb (specification §4, *Curbside check-in*; §5: the check-in form requires make, model, color and license). */

/** An I'M HERE that is older than this is of no use to anybody (design/offline.md): milliseconds. */
export const checkInLifetimeMs = 30 * 60 * 1000

export const vehicleFields = ['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_license'] as const
export type Vehicle = Record<(typeof vehicleFields)[number], string>

/** What is wrong with a car, by field; empty when nothing is. */
export function listVehicleProblems(vehicle: Vehicle): Partial<Vehicle> {
  return Object.fromEntries(vehicleFields.flatMap((field) => (vehicle[field].trim() === '' ? [[field, 'Please enter a valid info']] : [])))
}

/** What this rule reads of a ticket. */
type Arriving = { status: string; use_curbside: boolean; recipient_checked_in?: boolean | undefined }

/** Placed, and not yet handed over. */
const waiting = ['Queued', 'Submitted', 'Preparing', 'Ready']

/** Whether somebody can still say that they are here: for curbside, once (specification §4). */
export const mayCheckIn = (ticket: Arriving): boolean =>
  ticket.use_curbside && ticket.recipient_checked_in !== true && waiting.includes(ticket.status)
