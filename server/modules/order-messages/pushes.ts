import { createHash } from 'node:crypto'
import type { PushPayload } from '#contract/schemas/push.ts'
import type { PushMessage, PushSubscription } from '#server/ports/push/push.ts'
import type { OrderEvent, OrderFacts } from './outbox.ts'

/** Food waits an hour at most; that an order was cancelled is worth knowing as long as somebody may set out for it. */
const hourSeconds = 60 * 60

/** What a browser is sent: the restaurant, the order's number and where its page is, and nothing of whose it is. */
export function orderPush(
  merchantName: string,
  { ticketId, event, facts }: { ticketId: string; event: OrderEvent; facts: OrderFacts },
  browser: PushSubscription,
): PushMessage {
  const payload: PushPayload = {
    kind: event === 'cancelled' ? 'cancelled' : facts.handover === 'delivery' ? 'out_for_delivery' : 'ready',
    merchant: merchantName,
    order: facts.name,
    path: `/ticket/${ticketId}`,
  }
  return {
    to: browser,
    payload: JSON.stringify(payload),
    ttlSeconds: event === 'cancelled' ? 12 * hourSeconds : hourSeconds,
    // The push service reads it: it says that two messages are about one thing, and not what that is.
    topic: createHash('sha256').update(ticketId).digest('base64url').slice(0, 32),
  }
}
