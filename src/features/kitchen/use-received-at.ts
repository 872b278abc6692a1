import { formatDate } from '#contract/format-date.ts'
import { localTime } from '#contract/local-time.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'

/**
 * Returns a function that formats when an order came in, in the restaurant's local time: `6:00pm`, or `11/19/2026 6:00pm` on another day. It returns undefined
 * if the order does not tell.
 */
export function useReceivedAt(): (order: KitchenOrder) => string | undefined {
  const zone = useLocationCopy()?.location.time_zone ?? 'UTC'
  const now = useNow()
  const today = now === undefined ? undefined : localTime(now, zone).date
  return ({ history: [placed] = [] }) => {
    const atMs = Date.parse(placed?.at ?? '')
    if (Number.isNaN(atMs)) return placed?.display
    const { date } = localTime(atMs, zone)
    return [...(today === undefined || date === today ? [] : [formatDate(date)]), placed?.display].join(' ')
  }
}
