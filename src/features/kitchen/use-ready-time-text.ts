import { localTime } from '#contract/local-time.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'

/**
 * Returns a function that formats when an order is to be ready: `6:30pm`, or `11/21/2026 6:30pm` on another day. It returns undefined for an order as soon
 * as possible.
 */
export function useReadyTimeText(): (order: KitchenOrder) => string | undefined {
  const zone = useLocationCopy()?.location.time_zone ?? 'UTC'
  const now = useNow()
  const today = now === undefined ? undefined : localTime(now, zone).date
  return ({ ready_time: time, ready_date: date, ready_date_display: day }) => {
    if (time === undefined || !day || (date !== undefined && date === today)) return time
    return `${day} ${time}`
  }
}
