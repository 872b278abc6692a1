import type { KitchenMove } from '#contract/schemas/kitchen.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'

/** How the staff see the orders: by what is to be done with them. */

export type LaneId = 'new' | 'preparing' | 'ready' | 'later' | 'done'
export type Lane = { id: LaneId; title: string; orders: TicketOrder[] }

export const laneTitles: Record<LaneId, string> = {
  new: 'New',
  preparing: 'Preparing',
  ready: 'Ready',
  later: 'For later',
  done: 'Handed over',
}

/** Which lane an order stands in. One that waits only because the kitchen is off is new; a state that is not known is, too: somebody must look at it. */
export function laneOf({ status, ready_time: readyTime }: TicketOrder): LaneId {
  if (status === 'Preparing') return 'preparing'
  if (status === 'Ready') return 'ready'
  if (status === 'Completed') return 'done'
  return status === 'Queued' && readyTime !== undefined ? 'later' : 'new'
}

/** Every lane with its orders as they came, those whose guest is at the curb first. */
export function lanesOf(orders: readonly TicketOrder[]): Record<LaneId, TicketOrder[]> {
  const lanes: Record<LaneId, TicketOrder[]> = { new: [], preparing: [], ready: [], later: [], done: [] }
  for (const order of orders) lanes[laneOf(order)].push(order)
  for (const lane of Object.values(lanes))
    lane.sort((one, other) => Number(isHere(other)) - Number(isHere(one)))
  return lanes
}

/** Whether somebody waits outside for it. */
export const isHere = (order: TicketOrder): boolean =>
  order.recipient_checked_in === true && order.status !== 'Completed'

/** The button of an order: where it goes next, in the words of a kitchen. */
export function nextOf(order: TicketOrder): { status: KitchenMove; label: string } {
  switch (laneOf(order)) {
    case 'preparing':
      return { status: 'Ready', label: 'READY' }
    case 'ready':
      return { status: 'Completed', label: 'HANDED OVER' }
    case 'done':
      return { status: 'Ready', label: 'PUT BACK' }
    default:
      return { status: 'Preparing', label: 'START' }
  }
}

/** `blue Honda Civic, LAR-1040`. */
export const vehicleText = ({
  vehicle_color: color,
  vehicle_make: make,
  vehicle_model: model,
  vehicle_license: license,
}: TicketOrder): string =>
  [[color, make, model].filter(Boolean).join(' '), license].filter(Boolean).join(', ')
