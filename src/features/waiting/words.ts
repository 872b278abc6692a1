import { message, type Message, t, translateAnswer } from '#contract/language.ts'
import { addDays, formatTimeOfDay, localTime } from '#contract/local-time.ts'
import { formatCents } from '#contract/money.ts'
import type { TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { OpenPayment } from '#db/current-orders.ts'
import type { OutboxRow } from '#db/outbox.ts'
import { tooOldText } from '#lib/errors/explain.ts'
import type { Reachability } from '#lib/ports/reachability.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { durableChanges } from '#lib/sync/durable-changes.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'

/** The name of a waiting change for the person who made it. */
export function titleOf({ change }: OutboxRow): string {
  switch (change.kind) {
    case 'ticket.create':
      return t('A new order')
    case 'item.add':
      return `${change.line.quantity} × ${change.shown.name}`
    case 'item.change':
      return t`Changed: ${change.line.quantity} × ${change.shown.name}`
    case 'item.remove':
      return t('Dish removed')
    case 'ticket.update':
      return partsOf(change.body).join(', ')
    case 'ticket.tip':
      return t`Tip of ${formatCents(change.tipCents)}`
    case 'ticket.check-in':
      return t('I’m here')
    case 'user.update':
      return t('Your account details')
  }
}

/** The parts of the order that an update changes. */
function partsOf(body: TicketUpdateBody): string[] {
  const { use_delivery, use_curbside, ready_date_v2, ready_time_v2, promo_code, ...details } = body
  const parts = [
    ...(use_delivery === true
      ? [t('Delivery')]
      : use_delivery === false || use_curbside !== undefined
        ? [t('Pickup')]
        : []),
    ...(ready_date_v2 !== undefined || ready_time_v2 !== undefined ? [t('Time of the order')] : []),
    ...(promo_code !== undefined ? [t('Promo code removed')] : []),
    ...(Object.keys(details).length > 0 ? [t('Your details for the order')] : []),
  ]
  return parts.length > 0 ? parts : [t('Your order')]
}

/** The path where a change is made, and can be made differently. */
export function placeOf({ change }: OutboxRow): string {
  switch (change.kind) {
    case 'ticket.update':
    case 'ticket.tip':
      return '/ordercheckout'
    case 'ticket.check-in':
      return `/ticket/${encodeURIComponent(change.ticketId)}`
    case 'user.update':
      return '/account'
    default:
      return '/ordercart'
  }
}

/** Why a change has not been sent yet. */
export function reasonOf(op: OutboxRow, reach: Reachability, now: number): string {
  if (reach === 'unreachable') return t('Goes out as soon as there is a signal.')
  if (op.tooOld === true) return translateAnswer(tooOldText)
  if (serverTime(op.notBefore) > now)
    return t('The restaurant did not answer. We’ll try again automatically.')
  return t('Goes out next.')
}

/** Until when a change is sent, in the location's time: after that, the person is told that it was not. */
export function expiryOf({ change, createdAt }: OutboxRow, timeZone: string, now: number): string {
  const end = localTime(serverTime(createdAt) + durableChanges[change.kind].lifetimeMs, timeZone)
  const today = localTime(now, timeZone).date
  const time = formatTimeOfDay(end.minutes) + zoneLabel(timeZone, now)
  if (end.date === today) return t`Only sent until ${time} today.`
  return end.date === addDays(today, 1) ? t`Only sent until ${time} tomorrow.` : t('Too old to be sent.')
}

export const paymentTitles: Record<OpenPayment['of'], Message> = {
  order: message('The payment for your order'),
  'gift cards': message('The payment for a gift card'),
  'posted cards': message('The payment for the cards by mail'),
}
