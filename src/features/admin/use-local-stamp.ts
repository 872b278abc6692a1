import { formatDate } from '#contract/format-date.ts'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import { useLocationCopy } from '#lib/query/location.ts'

/** Returns a function that formats an ISO instant in the restaurant's local time: `11/20/2026 6:30pm`. Other text is returned unchanged. */
export function useLocalStamp(): (iso: string) => string {
  const zone = useLocationCopy()?.location.time_zone ?? 'UTC'
  return (iso) => {
    const instantMs = Date.parse(iso)
    if (Number.isNaN(instantMs)) return iso
    const { date, minutes } = localTime(instantMs, zone)
    return `${formatDate(date)} ${formatTimeOfDay(minutes)}`
  }
}
