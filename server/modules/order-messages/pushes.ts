import { createHash } from 'node:crypto'
import { t } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { formatCents } from '#contract/money.ts'
import { notificationOf } from '#contract/rules/order-news.ts'
import type { PushPayload } from '#contract/schemas/push.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { PushMessage, PushSubscription } from '#server/ports/push/push.ts'
import type { OrderEvent, OrderFacts } from './outbox.ts'

/** Food waits an hour at most; that an order was cancelled is worth knowing as long as somebody may set out for it. */
const hourSeconds = 60 * 60

/** What a browser is sent, in its language: the restaurant, the order's number and where its page is, and nothing of whose it is. */
export function orderPush(
  merchant: Merchant,
  {
    ticketId,
    event,
    facts,
    browserLanguage,
  }: { ticketId: string; event: OrderEvent; facts: OrderFacts; browserLanguage: PageLanguage },
  browser: PushSubscription,
): PushMessage {
  const told: PushPayload = {
    kind: kindOf(event, facts),
    merchant: merchant.location.name,
    order: facts.name,
    path: `/ticket/${ticketId}`,
  }
  const text = inLanguage(merchant, browserLanguage, () => amountText(facts) ?? notificationOf(told).body)
  const payload: PushPayload = { ...told, text, language: browserLanguage }
  return {
    to: browser,
    payload: JSON.stringify(payload),
    ttlSeconds: event === 'ready' ? hourSeconds : 12 * hourSeconds,
    // The push service reads it: it says that two messages are about one thing, and not what that is. Money takes the place of no other word.
    topic: createHash('sha256')
      .update(event === 'part-refunded' ? `${ticketId} refund` : ticketId)
      .digest('base64url')
      .slice(0, 32),
  }
}

function kindOf(event: OrderEvent, { handover }: OrderFacts): PushPayload['kind'] {
  if (event === 'part-refunded') return 'refunded'
  if (event === 'cancelled') return 'cancelled'
  return handover === 'delivery' ? 'out_for_delivery' : 'ready'
}

/** Of a part that goes back: how much. Where to is read on the order's page. */
function amountText({ name, returned }: OrderFacts): string | undefined {
  if (!returned) return undefined
  const amount = formatCents(returned.parts.reduce((sum, { amountCents }) => sum + amountCents, 0))
  return t`Order ${name}: we’re refunding ${amount}.`
}
