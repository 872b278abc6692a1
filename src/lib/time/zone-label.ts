import { localTime } from '#contract/local-time.ts'

/**
 * What stands behind a time of the restaurant's for a reader elsewhere (reliability T4): ` (New York time)`; empty where the reader's clock shows the
 * same. `now` in ms since the epoch; zones are IANA names.
 */
export function zoneLabel(
  timeZone: string,
  now: number,
  readerZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const [there, here] = [localTime(now, timeZone), localTime(now, readerZone)]
  if (there.date === here.date && there.minutes === here.minutes) return ''
  return ` (${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time)`
}
