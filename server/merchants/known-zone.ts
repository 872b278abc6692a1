import { Temporal } from 'temporal-polyfill'
import { isTimeZone } from '#contract/time-zones.ts'

/** Whether the server can reckon in a zone: Temporal takes fewer names than Intl does, which knows `PST` and its like. */
export function isKnownZone(zone: string): boolean {
  if (!isTimeZone(zone)) return false
  try {
    Temporal.Now.instant().toZonedDateTimeISO(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
