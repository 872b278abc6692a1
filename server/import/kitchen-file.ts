import { days } from '#contract/local-time.ts'
import type { Kitchen } from '#server/merchants/document.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import type { LocationFile } from './file-schemas.ts'
import { specialDaysOf } from './special-days.ts'

/**
 * The kitchen of a location's file. Without hours of its own it works as the house is open, by the week and by the date (decision 086): this is the one place
 * that says so, and whoever asks when orders are taken reads `hours` and `specialDays` of what it makes.
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

/** A kitchen as it is written; its hours stand there where they are others than the house's. */
export const kitchenFile = (kitchen: Kitchen, house: OpeningHours | undefined): Record<string, unknown> => ({
  lead_minutes: kitchen.leadMinutes,
  slot_minutes: kitchen.slotMinutes,
  order_ahead_days: kitchen.orderAheadDays,
  ...(kitchen.ordersPerSlot === undefined ? {} : { orders_per_slot: kitchen.ordersPerSlot }),
  ...(isSameWeek(kitchen.hours, house) ? {} : { hours: kitchen.hours }),
})

/** By the day, in whatever order the days were stored. */
const isSameWeek = (one: OpeningHours, other: OpeningHours | undefined): boolean =>
  other !== undefined && days.every((day) => JSON.stringify(one[day]) === JSON.stringify(other[day]))
