import { t } from '../language.ts'
import type { PushPayload } from '../schemas/push.ts'
import { orderStates } from './order-state.ts'

/** A notification about an order, as it is shown. A later one of the same order has the same tag and replaces it. */
export type OrderNotification = { title: string; body: string; lang: string; tag: string; path: string }

/** The text of a notification: the message's own, which is in its browser's language; else the order's line as every screen shows it. */
export function notificationOf({
  kind,
  merchant,
  order,
  path,
  text,
  language = 'en',
}: PushPayload): OrderNotification {
  const isMoney = kind === 'refunded'
  const status = kind === 'cancelled' ? 'Cancelled' : 'Ready'
  const told = { name: order, status, use_delivery: kind === 'out_for_delivery' }
  return {
    title: merchant,
    body:
      text ??
      (isMoney
        ? t`You’re getting a refund for order ${order}.`
        : t`Order ${order}${orderStates[status].brief(told, '')}.`),
    lang: language,
    // News of a refund must not replace the notification that the food is ready.
    tag: isMoney ? `refund${path}` : `order${path}`,
    path,
  }
}
