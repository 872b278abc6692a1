import { t } from '#contract/language.ts'
import { serverTime } from '#lib/ports/server-clock.ts'

/** An age (ms) in short words: `just now`, `12 min ago`, `3 h ago`, `2 days ago`. */
export function ageText(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000)
  if (minutes < 1) return t('just now')
  if (minutes < 60) return t`${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return t`${hours} h ago`
  const days = Math.floor(hours / 24)
  // Not "yesterday": two midnights may lie between.
  return days === 1 ? t('1 day ago') : t`${days} days ago`
}

/**
 * How long ago this device wrote something down. `now` as `useNow` has it, which may be half a minute old. What it wrote at a time that is still to come was
 * dated by a clock that has been set back since: nobody knows how old it is.
 */
export function agoText(savedAt: number, now: number): string {
  return isAhead(savedAt) ? t('some time ago') : ageText(now - serverTime(savedAt))
}

/** More than a clock that is set by the network ever goes back. */
const credibleMs = 60_000

/** Whether a time that this device wrote down is still to come by its own clock. */
export const isAhead = (savedAt: number): boolean => savedAt > Date.now() + credibleMs
