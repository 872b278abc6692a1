import { t } from '../language.ts'
import type { PushPayload } from '../schemas/push.ts'
import { orderStates } from './order-state.ts'

/** A notification of an order, as it is shown. A later one of the same order, which bears its tag, takes its place. */
export type OrderNotification = { title: string; body: string; lang: string; tag: string; path: string }

/** The words of what was pushed: its own, which are in its browser's language; else those that stand on every screen of the portal. */
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
    // What goes back does not take the place of the word that food is ready.
    tag: isMoney ? `refund${path}` : `order${path}`,
    path,
  }
}
