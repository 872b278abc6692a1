import { t } from '#contract/language.ts'

/** An age (ms) in short words: `just now`, `12 min ago`, `3 h ago`, `2 days ago`. */
export function ageText(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000)
  if (minutes < 1) return t('just now')
  if (minutes < 60) return t`${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return t`${hours} h ago`
  const days = Math.floor(hours / 24)
  return days === 1 ? t('yesterday') : t`${days} days ago`
}
