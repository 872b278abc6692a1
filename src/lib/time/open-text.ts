import { t } from '#contract/language.ts'
import { formatTimeOfDay, localTime, openState } from '#contract/local-time.ts'
import { openingWords } from '#contract/rules/opening-words.ts'
import type { Location } from '#contract/schemas/location.ts'

/** A time in minutes of a day, counting on past midnight (`25:00` is 1:00am), as `h:mma` (specification §9). */
export const hourText = (minutes: number): string =>
  minutes % (24 * 60) === 0 ? t('midnight') : formatTimeOfDay(minutes)

type OpenText = { open: boolean; text: string }

/**
 * Whether a location is open and until or from when, in words; undefined where it has no hours or the time is not known yet. `isOrdering`: on screens for
 * ordering, where orders placed while it is closed are for later. Each is short enough for one line at 390 px in English and Spanish,
 * because one is reserved until the time is known.
 */
export function findOpenText(
  location: Location,
  now: number | undefined,
  isOrdering?: boolean,
): OpenText | undefined {
  if (!location.hours || now === undefined) return undefined
  const state = openState(location.hours, localTime(now, location.time_zone), location.special_days)
  if (state.open)
    return {
      open: true,
      text: state.until === undefined ? t('Open') : t`Open until ${hourText(state.until)}`,
    }
  const opens = state.opens && openingWords(state.opens)
  return {
    open: false,
    text: !opens ? t('Closed') : isOrdering ? t`Order ahead. Opens ${opens}.` : t`Closed, opens ${opens}`,
  }
}
