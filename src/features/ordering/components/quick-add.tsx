import { t } from '#contract/language.ts'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { priceLine } from '#contract/pricing/line.ts'
import { emptySelection } from '#contract/pricing/selection.ts'
import { allergenIn, isDietAsItComes } from '#contract/rules/allergens.ts'
import { type Allergen, diets } from '#contract/rules/allergen-list.ts'
import { listItemProblems, soldOutText } from '#contract/rules/item.ts'
import type { MenuItem, MenuItemCard } from '#contract/schemas/menu.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { transientMark } from '#lib/paint/marks.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { saveLine } from '../commands.ts'
import styles from './dish-rows.module.css'

/**
 * Whether a dish can be added with its defaults: every required choice has a default, the price is then the one in the list, and it is free from what the diner
 * avoids. A sold-out dish has the button, too, which says so.
 */
export function canQuickAdd(item: MenuItemCard | MenuItem, avoided: readonly Allergen[]): item is MenuItem {
  return (
    'custom_options' in item &&
    listItemProblems(item, emptySelection).length === 0 &&
    priceLine(item, emptySelection).unitCents === item.omnivore.price_per_unit &&
    avoided.every((allergen) => allergenIn(item, emptySelection, allergen) === 'free') &&
    // A dish labeled as fitting a diet must still fit it as it is added.
    diets.every((diet) => !item[diet] || isDietAsItComes(item, diet))
  )
}

/** The name of a dish with its defaults, `Margherita, 12 inch`. */
const nameAsItComes = (item: MenuItem): string =>
  [
    item.name,
    ...priceLine(item, emptySelection).modifiers.flatMap(({ name }) => (name === '' ? [] : [name])),
  ].join(', ')

/** Adds one of a dish, with its defaults, without leaving the list. */
export function QuickAdd({
  item,
  ordered,
  onAdded,
}: {
  item: MenuItem
  /** How many of the dish are on the order. */
  ordered: number
  onAdded: (said: string) => void
}) {
  const { load } = usePortal()
  const busy = useRef(false)
  const { mutate, isError } = useMutation({
    mutationFn: async () =>
      await saveLine(await load(), { item, selection: emptySelection, quantity: 1, isOneMore: true }),
  })
  const soldOut = soldOutText(item)
  return (
    <>
      <button
        type="button"
        className={styles.add}
        aria-label={soldOut ? `${nameAsItComes(item)}: ${soldOut}` : t`Add ${nameAsItComes(item)}`}
        aria-disabled={soldOut ? true : undefined}
        {...(soldOut ? transientMark : undefined)}
        onClick={() => {
          if (soldOut) return onAdded(`${item.name}: ${soldOut}`)
          // Two taps in one frame count once, as on the dish's own page.
          if (busy.current) return
          busy.current = true
          mutate(undefined, {
            onSuccess: () =>
              onAdded(
                // Screen readers do not announce the same text twice, so it counts up.
                ordered > 0
                  ? t`${item.name}: ${ordered + 1} on your order.`
                  : t`${nameAsItComes(item)}: added to your order.`,
              ),
            onSettled: () => (busy.current = false),
          })
        }}
      >
        <Plus aria-hidden size={22} />
      </button>
      {isError && (
        <p role="alert" className={styles.refused}>
          {notSavedText()}
        </p>
      )}
    </>
  )
}
