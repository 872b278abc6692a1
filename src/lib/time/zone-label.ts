import { t } from '#contract/language.ts'
import { localTime } from '#contract/local-time.ts'
import { deviceZone } from '#contract/time-zones.ts'

/** `New York time`, for a reader whose clock differs from the restaurant's; undefined where it does not. `now` in ms since the epoch; zones are IANA names. */
export function zoneName(
  timeZone: string,
  now: number,
  readerZone: string = deviceZone(),
): string | undefined {
  const [there, here] = [localTime(now, timeZone), localTime(now, readerZone)]
  if (there.date === here.date && there.minutes === here.minutes) return undefined
  return t`${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`
}

/**
 * What is appended to a restaurant's time for a reader in another zone (reliability T4): ` (New York time)`; empty where the reader's clock shows the same.
 * `now` in ms since the epoch; zones are IANA names.
 */
export function zoneLabel(timeZone: string, now: number, readerZone?: string): string {
  const name = zoneName(timeZone, now, readerZone)
  return name === undefined ? '' : ` (${name})`
}
