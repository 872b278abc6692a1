import { t } from '#contract/language.ts'
import { CircleAlert } from 'lucide-react'
import type { Allergen } from '#contract/rules/allergen-list.ts'
import { avoidedIn, namesInText } from '#contract/rules/allergen-words.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import styles from './avoided-in-line.module.css'

export type StatedLine = {
  /** What the restaurant says; `agreedAllergens`: what this device showed when it was put on the order. */
  allergens?: AllergenStatement | undefined
  agreedAllergens?: AllergenStatement | undefined
} & Parameters<typeof isFromMenu>[0]

/** What of the `avoided` an order's line contains with its choices, or is not known to be free from; nothing where it is free from all of it. */
export function AvoidedInLine({ line, avoided }: { line: StatedLine; avoided: readonly Allergen[] }) {
  // A fee is not eaten.
  if (!isFromMenu(line)) return null
  const { contained, unknown } = avoidedIn(line.allergens ?? line.agreedAllergens, avoided)
  const words = [
    contained.length > 0 && t`Contains ${namesInText(contained)}, which you avoid.`,
    unknown.length > 0 && t`Not known to be free from ${namesInText(unknown)}, which you avoid.`,
  ].filter((part) => part !== false)
  if (words.length === 0) return null
  return (
    <span className={styles.note}>
      <CircleAlert aria-hidden size={16} />
      <span>{words.join(' ')}</span>
    </span>
  )
}
