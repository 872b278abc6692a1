import { instantOf, isoOf } from '#contract/local-instant.ts'
import { addDays, days, openState } from '#contract/local-time.ts'
import { isOn } from '#contract/rules/features.ts'
import { closedReason } from '#contract/rules/order-pause.ts'
import type { OrderPause } from '#contract/schemas/location.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'
import type { SlotTables } from './slots.ts'

/**
 * What guests see, before they press ADD, of a kitchen that is closed and takes no orders for later: a pause until it opens, or until midnight where it does
 * not open within a week. Undefined while something can be ordered (`checkTakesOrders`).
 */
export function findClosure(merchant: Merchant, slots: SlotTables, nowMs: number): OrderPause | undefined {
  const { kitchen, location } = merchant
  if (!isOn(location.settings, 'onlineOrders') || slots.list(merchant, nowMs).length > 0) return undefined
  const today = wallClock(nowMs, location.time_zone)
  const state = openState(kitchen.hours, today, kitchen.specialDays)
  if (state.open) return undefined
  const untilOf = (ahead: number, minutes: number): string =>
    isoOf(instantOf(addDays(today.date, ahead), minutes, location.time_zone))
  if (!state.opens) return { until: untilOf(1, 0), rest_of_day: true, reason: closedReason }
  const { day, minutes } = state.opens
  // Today's own weekday means a week from now.
  const ahead = day === undefined ? 0 : (days.indexOf(day) - days.indexOf(today.day) + 7) % 7 || 7
  return { until: untilOf(ahead, minutes), reason: closedReason }
}
