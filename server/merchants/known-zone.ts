import { Temporal } from 'temporal-polyfill'
import { isTimeZone } from '#contract/time-zones.ts'

/** Whether the server can compute with a time zone: Temporal accepts fewer names than Intl, which knows `PST` and the like. */
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
