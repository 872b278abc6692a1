import { formatDate } from '#contract/format-date.ts'
import { localTime } from '#contract/local-time.ts'
import { findGiftInstant, findGiftTimeProblem, giftTimeAt, unknownZone } from '#contract/rules/gift-time.ts'
import { isKnownZone } from '#server/merchants/known-zone.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { Order } from './order.ts'

/** When a gift is sent (extension `gift_schedule`, decision 052). */

/** Whether an order's card is sent to somebody by a message. */
export const isMessaged = ({ type }: Pick<Order, 'type'>): boolean =>
  type === 'SendText' || type === 'SendEmail'

/**
 * Sets when an order's card is sent; an empty time removes it. A time that the zone's clocks skip is moved forward by the gap; one that they show twice is the
 * first. Throws 422 on `send_at_local`.
 */
export function withGiftTime(
  order: Order,
  {
    send_at_local: local,
    send_time_zone: zone = '',
  }: { send_at_local?: string | undefined; send_time_zone?: string | undefined },
  nowMs: number,
): Order {
  if (local === undefined) return order
  if (local === '') return { ...order, giftTime: undefined }
  if (!isMessaged(order))
    throw fieldProblem(422, 'send_at_local', 'This gift card is not sent by email or text.')
  const problem = findGiftTimeProblem(local, zone, nowMs)
  if (problem !== undefined) throw fieldProblem(422, 'send_at_local', problem)
  const atMs = isKnownZone(zone) ? findGiftInstant(local, zone) : undefined
  if (atMs === undefined) throw fieldProblem(422, 'send_at_local', unknownZone)
  return { ...order, giftTime: { atMs, zone } }
}

/** Throws 422 on `send_at_local` for a gift that would arrive after its card's last day (ISO date), on the location's calendar. */
export function checkCardOutlivesGift(
  { location }: Pick<Merchant, 'location'>,
  { giftTime }: Pick<Order, 'giftTime'>,
  expiresOn: string | undefined,
): void {
  if (giftTime === undefined || expiresOn === undefined) return
  if (localTime(giftTime.atMs, location.time_zone).date > expiresOn)
    throw fieldProblem(
      422,
      'send_at_local',
      `This gift card is good until ${formatDate(expiresOn)}. Please choose a day before that.`,
    )
}

/** The time of an order in its giver's time zone. */
export const giftTimeOnWire = ({ giftTime }: Order): { send_at_local?: string; send_time_zone?: string } =>
  giftTime ? { send_at_local: giftTimeAt(giftTime.atMs, giftTime.zone), send_time_zone: giftTime.zone } : {}
