import type { PushPayload } from '../schemas/push.ts'
import { orderStates } from './order-state.ts'

/** A notification of an order, as it is shown. A later one of the same order, which bears its tag, takes its place. */
export type OrderNotification = { title: string; body: string; tag: string; path: string }

/** The words of what was pushed: those that stand on every screen of the portal. */
export function notificationOf({ kind, merchant, order, path }: PushPayload): OrderNotification {
  const status = kind === 'cancelled' ? 'Cancelled' : 'Ready'
  const told = { name: order, status, use_delivery: kind === 'out_for_delivery' }
  return {
    title: merchant,
    body: `Order ${order}${orderStates[status].brief(told, '')}.`,
    tag: `order${path}`,
    path,
  }
}
