import { allergenText, nothingStated } from '#contract/rules/allergen-words.ts'
import type { NotEaten } from '#contract/rules/line-eaten.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import { Text } from '#lib/ui/box.ts'
import { AvoidedInLine } from './avoided-in-line.tsx'

type StatedLine = {
  /** What the restaurant states; `agreedAllergens`: what this device showed when the dish was added to the order. */
  allergens?: AllergenStatement | undefined
  agreedAllergens?: AllergenStatement | undefined
} & Parameters<typeof isFromMenu>[0]

type Props = {
  line: StatedLine
  /** The restaurant states allergens, so a dish without a statement is shown as not known. */
  tellsAllergens?: boolean
  /** What of it the guest does not eat: shown below. */
  notEaten?: NotEaten | undefined
}

/**
 * What an order's line contains and what is not known about it, wherever the line is shown; nothing where the restaurant states no allergens (decision 050).
 */
export function LineAllergens({ line, tellsAllergens = false, notEaten }: Props) {
  // A pending line has what this device knew about the dish, which is nothing where nothing was stated.
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
