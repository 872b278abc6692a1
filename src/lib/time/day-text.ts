import { t } from '#contract/language.ts'
import { addDays } from '#contract/local-time.ts'
import { shortDay } from './format-day.ts'

/** A calendar day (ISO) in words: `Today`, `Tomorrow`, `Sun, Nov 29`. `today`: the current day in the same zone; undefined while that is not known. */
export function dayText(iso: string, today: string | undefined): string {
  if (iso === today) return t('Today')
  if (today !== undefined && iso === addDays(today, 1)) return t('Tomorrow')
  return shortDay(iso)
}
