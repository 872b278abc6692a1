import type { KitchenMove, KitchenOrder } from '#contract/schemas/kitchen.ts'

/** How the staff see orders: grouped by what has to be done next. */

export type LaneId = 'new' | 'preparing' | 'ready' | 'later' | 'done' | 'cancelled'

export const laneTitles: Record<LaneId, string> = {
  new: 'New',
  preparing: 'Preparing',
  ready: 'Ready',
  later: 'Scheduled',
  done: 'Completed',
  cancelled: 'Canceled',
}

/**
 * The lane of an order. One that waits only because the kitchen is off counts as new, even if it was for later; so does one in an unknown state, so that
 * somebody looks at it.
 */
export function laneOf({ status, ready_time: readyTime, is_due: isDue }: KitchenOrder): LaneId {
  if (status === 'Preparing') return 'preparing'
  if (status === 'Ready') return 'ready'
  if (status === 'Completed') return 'done'
  if (status === 'Cancelled') return 'cancelled'
  return status === 'Queued' && readyTime !== undefined && isDue !== true ? 'later' : 'new'
}

/** Lanes sorted by when their orders are due, because they are started in that order. */
const byWhenDue: readonly LaneId[] = ['new', 'later']

/** Every lane with its orders in the order of placing, and those not started by when they are due. Orders whose guest is at the curb come first. */
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

/** When an order is due (ms). One without a time sorts first. */
const dueAt = ({ promised_at: promisedAt }: KitchenOrder): number =>
  promisedAt === undefined ? 0 : Date.parse(promisedAt)

/** Whether a guest is waiting outside for it. */
export const isHere = (order: KitchenOrder): boolean =>
  order.recipient_checked_in === true && order.status !== 'Completed' && order.status !== 'Cancelled'

/** An order's next state, with its button's label; undefined for a cancelled one. */
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
