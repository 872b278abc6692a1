import { t } from '#contract/language.ts'
import { CircleAlert } from 'lucide-react'
import { dietsInText, namesInText } from '#contract/rules/allergen-words.ts'
import type { NotEaten } from '#contract/rules/line-eaten.ts'
import styles from './avoided-in-line.module.css'

/** What of an order's line the guest does not eat, or may not; nothing where they eat all of it. */
export function AvoidedInLine({ notEaten }: { notEaten: NotEaten | undefined }) {
  const { contained, unknown, diets } = notEaten ?? { contained: [], unknown: [], diets: [] }
  const words = [
    contained.length > 0 && t`Contains ${namesInText(contained)}, which you avoid.`,
    unknown.length > 0 && t`Not known to be free from ${namesInText(unknown)}, which you avoid.`,
    diets.length > 0 && t`Not known to be ${dietsInText(diets)}.`,
  ].filter((part) => part !== false)
  if (words.length === 0) return null
  return (
    <span className={styles.note}>
      <CircleAlert aria-hidden size={16} />
      <span>{words.join(' ')}</span>
    </span>
  )
}
