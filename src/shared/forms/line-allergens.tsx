import { allergenText, nothingStated } from '#contract/rules/allergen-words.ts'
import type { NotEaten } from '#contract/rules/line-eaten.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import { Text } from '#lib/ui/box.ts'
import { AvoidedInLine } from './avoided-in-line.tsx'

type StatedLine = {
  /** What the restaurant says; `agreedAllergens`: what this device showed when it was put on the order. */
  allergens?: AllergenStatement | undefined
  agreedAllergens?: AllergenStatement | undefined
} & Parameters<typeof isFromMenu>[0]

type Props = {
  line: StatedLine
  /** The restaurant says of its dishes what they contain, so that one which nobody described is said to be unknown. */
  tellsAllergens?: boolean
  /** What of it somebody on this device does not eat: it stands below. */
  notEaten?: NotEaten | undefined
}

/** What an order's line contains and what is not known of it, wherever the line is shown; nothing where the restaurant tells nothing (decision 050). */
export function LineAllergens({ line, tellsAllergens = false, notEaten }: Props) {
  // A line that waits has what this device knew of the dish, which is nothing where nothing was stated.
  const stated =
    line.allergens ?? line.agreedAllergens ?? (tellsAllergens && isFromMenu(line) ? nothingStated : undefined)
  const text = allergenText(stated)
  return (
    <>
      {text !== '' && (
        <Text as="span" display="block" color="muted" fontSize="small">
          {text}
        </Text>
      )}
      <AvoidedInLine notEaten={notEaten} />
    </>
  )
}
