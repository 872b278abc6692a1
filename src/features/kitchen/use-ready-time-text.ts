import { localTime } from '#contract/local-time.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useServerNow } from './use-server-now.ts'

/**
 * Gives what tells for when an order is wanted: `6:30pm`, and after the day where that is not today, `11/21/2026 6:30pm`. Undefined for one as soon as
 * possible.
 */
export function useWantedAt(): (order: KitchenOrder) => string | undefined {
  const zone = useLocationCopy()?.location.time_zone ?? 'UTC'
  const now = useServerNow()
  const today = now === undefined ? undefined : localTime(now, zone).date
  return ({ ready_time: time, ready_date: date, ready_date_display: day }) => {
    if (time === undefined || !day || (date !== undefined && date === today)) return time
    return `${day} ${time}`
  }
}
