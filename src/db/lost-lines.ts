import { taxPartsOf } from '#contract/pricing/tax.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LostLine } from './rows/tickets.ts'

/** The dishes of an order that is gone, to be offered again. Lines that are not from a menu are left out. */
export const lostLinesOf = ({ items }: Pick<TicketOrder, 'items'>): LostLine[] =>
  items.flatMap((item) => lostLineOf(item) ?? [])

function lostLineOf(item: TicketOrder['items'][number]): LostLine | undefined {
  if (!isFromMenu(item)) return undefined
  const { menu_external_id, menu_category_external_id, menu_item_external_id, menu_item, quantity } = item
  const modifiers = item.modifiers.filter((one) => one.modifier !== '').map(({ modifier }) => ({ modifier }))
  return {
    line: {
      menu_external_id,
      menu_category_external_id,
      menu_item_external_id,
      menu_item,
      modifiers,
      quantity,
    },
    shown: {
      name: item.name,
      unitCents: item.price,
      modifiers: item.modifiers,
      ...(item.allergens && { allergens: item.allergens }),
      ...(item.tax_parts && { taxParts: taxPartsOf(item.tax_parts) }),
    },
  }
}
