import { currencyText } from '#contract/currency-text.ts'
import { priceLine } from '#contract/pricing/line.ts'
import { selectionOf } from '#contract/pricing/selection.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { ItemLookupAnswer } from '#contract/schemas/ticket-history.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { notFound } from '#server/plugins/problems.ts'
import { choiceUnavailable } from './lines.ts'

/**
 * A dish's details and price today with these modifiers (specification §3 *Item lookup info*). `id` is its external id, or its ordering id where two dishes
 * share the external one. Throws 404 for a dish that is gone, 422 for a modifier that is.
 */
export function lookUpItem(merchant: Merchant, id: string, modifiers: string | undefined): ItemLookupAnswer {
  const item = findLookedUp(merchant, id)
  if (!item) throw notFound('This dish is not on the menu anymore.')
  const ids = (modifiers ?? '').split(',').filter((one) => one !== '')
  const { selection, unknown } = selectionOf(
    item,
    ids.map((modifier) => ({ modifier })),
  )
  if (unknown.length > 0) throw choiceUnavailable('modifiers', item.name, unknown[0]!)
  const priced = priceLine(item, selection)
  return {
    item: {
      imageUrl: item.images[0]?.imageSignedUrl ?? '',
      name: item.name,
      price: priced.unitCents,
      pretty_price: currencyText(priced.unitCents),
      // A row without a name is a further id of the row before it.
      modifiers: priced.modifiers
        .filter((one) => one.name !== '')
        .map(({ name, price }) => ({ name, price, pretty_price: currencyText(price) })),
    },
  }
}

function findLookedUp(merchant: Merchant, id: string): MenuItem | undefined {
  const items = merchant
    .listMenus('order')
    .flatMap((menu) => menu.categories.flatMap((category) => category.items))
  return items.find((item) => item.omnivore_id === id) ?? items.find((item) => item.external_id === id)
}
