import type { KitchenMove, KitchenOrder } from '#contract/schemas/kitchen.ts'

/** How the staff see the orders: by what is to be done with them. */

export type LaneId = 'new' | 'preparing' | 'ready' | 'later' | 'done' | 'cancelled'

export const laneTitles: Record<LaneId, string> = {
  new: 'New',
  preparing: 'Preparing',
  ready: 'Ready',
  later: 'Scheduled',
  done: 'Completed',
  cancelled: 'Canceled',
}

/** Which lane an order stands in. One that waits only because the kitchen is off is new, also when it was for later; a state that is not known is, too: somebody must look at it. */
export function laneOf({ status, ready_time: readyTime, is_due: isDue }: KitchenOrder): LaneId {
  if (status === 'Preparing') return 'preparing'
  if (status === 'Ready') return 'ready'
  if (status === 'Completed') return 'done'
  if (status === 'Cancelled') return 'cancelled'
  return status === 'Queued' && readyTime !== undefined && isDue !== true ? 'later' : 'new'
}

/** What is not begun yet is begun in the order in which it is due, whenever it was placed. */
const byWhenDue: readonly LaneId[] = ['new', 'later']

/** Every lane with its orders as they came (by when they were placed), those not begun by when they are due; and first, those whose guest is at the curb. */
export function lanesOf(orders: readonly KitchenOrder[]): Record<LaneId, KitchenOrder[]> {
  const lanes: Record<LaneId, KitchenOrder[]> = {
    new: [],
    preparing: [],
    ready: [],
    later: [],
    done: [],
    cancelled: [],
  }
  for (const order of orders) lanes[laneOf(order)].push(order)
  for (const id of byWhenDue) lanes[id].sort((one, other) => dueAt(one) - dueAt(other))
  for (const lane of Object.values(lanes))
    lane.sort((one, other) => Number(isHere(other)) - Number(isHere(one)))
  return lanes
}

/** When an order is to be ready (ms). What does not say is looked at first. */
const dueAt = ({ promised_at: promisedAt }: KitchenOrder): number =>
  promisedAt === undefined ? 0 : Date.parse(promisedAt)

/** Whether somebody waits outside for it. */
export const isHere = (order: KitchenOrder): boolean =>
  order.recipient_checked_in === true && order.status !== 'Completed' && order.status !== 'Cancelled'

/** The button of an order: where it goes next, in the words of a kitchen; one that was cancelled goes nowhere. */
export function findNext(order: KitchenOrder): { status: KitchenMove; label: string } | undefined {
  switch (laneOf(order)) {
    case 'preparing':
      return { status: 'Ready', label: 'READY' }
    case 'ready':
      return { status: 'Completed', label: 'COMPLETE' }
    case 'done':
      return { status: 'Ready', label: 'REOPEN' }
    case 'cancelled':
      return undefined
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
}: KitchenOrder): string =>
  [[color, make, model].filter(Boolean).join(' '), license].filter(Boolean).join(', ')
