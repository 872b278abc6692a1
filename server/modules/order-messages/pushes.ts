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

/** Ready food waits for an hour at most; a cancellation matters as long as somebody may set out for the order. */
const hourSeconds = 60 * 60

/** The push message to a browser, in its language: the restaurant, the order's number and its page, without personal data. */
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
    // The push service can read it: it shows that two messages have the same subject, but not which. Refunds have topics of their own and never replace another
    // message.
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

/** The amount of a partial refund. Where it goes is shown on the order's page. */
function amountText({ name, returned }: OrderFacts): string | undefined {
  if (!returned) return undefined
  const amount = formatCents(returned.parts.reduce((sum, { amountCents }) => sum + amountCents, 0))
  return t`Order ${name}: we’re refunding ${amount}.`
}
