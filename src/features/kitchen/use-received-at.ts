import { formatDate } from '#contract/format-date.ts'
import { localTime } from '#contract/local-time.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useServerNow } from './use-server-now.ts'

/**
 * Gives what tells when an order came in, as the clock on the restaurant's wall shows it: `6:00pm`, and after the day where that is not today,
 * `11/19/2026 6:00pm`. Undefined where the order does not say.
 */
export function useReceivedAt(): (order: KitchenOrder) => string | undefined {
  const zone = useLocationCopy()?.location.time_zone ?? 'UTC'
  const now = useServerNow()
  const today = now === undefined ? undefined : localTime(now, zone).date
  return ({ history: [placed] = [] }) => {
    const atMs = Date.parse(placed?.at ?? '')
    if (Number.isNaN(atMs)) return placed?.display
    const { date } = localTime(atMs, zone)
    return [...(today === undefined || date === today ? [] : [formatDate(date)]), placed?.display].join(' ')
  }
}
