import { days } from '#contract/local-time.ts'
import type { Kitchen } from '#server/merchants/document.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import type { LocationFile } from './file-schemas.ts'
import { specialDaysOf } from './special-days.ts'

/**
 * The kitchen of a location's file. Without hours of its own it works during the opening hours, on weekdays and special days (decision 086). Only this function
 * applies that rule: code that asks when orders are taken reads `hours` and `specialDays` of the result.
 */
export function kitchenOf(file: Pick<LocationFile, 'hours' | 'special_days' | 'kitchen'>): Kitchen {
  const { kitchen, special_days: special } = file
  return {
    leadMinutes: kitchen.lead_minutes,
    slotMinutes: kitchen.slot_minutes,
    orderAheadDays: kitchen.order_ahead_days,
    ordersPerSlot: kitchen.orders_per_slot,
    hours: kitchen.hours ?? file.hours,
    ...(special && { specialDays: specialDaysOf(special).kitchen }),
  }
}

/** A kitchen in the file's form; its hours are written only where they differ from the opening hours (`openingHours`). */
export const kitchenFile = (
  kitchen: Kitchen,
  openingHours: OpeningHours | undefined,
): Record<string, unknown> => ({
  lead_minutes: kitchen.leadMinutes,
  slot_minutes: kitchen.slotMinutes,
  order_ahead_days: kitchen.orderAheadDays,
  ...(kitchen.ordersPerSlot === undefined ? {} : { orders_per_slot: kitchen.ordersPerSlot }),
  ...(isSameWeek(kitchen.hours, openingHours) ? {} : { hours: kitchen.hours }),
})

/** Compared day by day, since the stored days may be in another order. */
const isSameWeek = (one: OpeningHours, other: OpeningHours | undefined): boolean =>
  other !== undefined && days.every((day) => JSON.stringify(one[day]) === JSON.stringify(other[day]))
