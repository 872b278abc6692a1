import type { Allergen } from '#contract/rules/allergen-list.ts'
import { allergenText, nothingStated } from '#contract/rules/allergen-words.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import { Text } from '#lib/ui/box.ts'
import { AvoidedInLine, type StatedLine } from './avoided-in-line.tsx'

type Props = {
  line: StatedLine
  /** The restaurant says of its dishes what they contain, so that one which nobody described is said to be unknown. */
  tellsAllergens?: boolean
  /** What somebody on this device does not eat: what the line has of it stands below. */
  avoided?: readonly Allergen[] | undefined
}

/** What an order's line contains and what is not known of it, wherever the line is shown; nothing where the restaurant tells nothing (decision 050). */
export function LineAllergens({ line, tellsAllergens = false, avoided = [] }: Props) {
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
      <AvoidedInLine line={line} avoided={avoided} />
    </>
  )
}
