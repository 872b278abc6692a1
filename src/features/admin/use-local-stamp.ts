import { formatDate } from '#contract/format-date.ts'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import { useLocationCopy } from '#lib/query/location.ts'

/** Gives what writes an ISO instant as the restaurant's clock shows it: `11/20/2026 6:30pm`. What is no instant stays as it came. */
export function useLocalStamp(): (iso: string) => string {
  const zone = useLocationCopy()?.location.time_zone ?? 'UTC'
  return (iso) => {
    const instantMs = Date.parse(iso)
    if (Number.isNaN(instantMs)) return iso
    const { date, minutes } = localTime(instantMs, zone)
    return `${formatDate(date)} ${formatTimeOfDay(minutes)}`
  }
}
