import type { MenuItem, Section } from '#contract/schemas/menu.ts'
import type { TaxRules } from '#contract/schemas/taxes.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'
import { margherita, modifiers } from './orders.ts'

/**
 * The fixture's restaurant with tax classes: its pasta is taxed like wine, its cheap pizza like groceries, the salami on
 * any pizza like wine.
 */

export const taxes: TaxRules = {
  rates: [
    { id: 'state', name: 'State', rate: '0.0625' },
    { id: 'city', name: 'City', rate: '0.02625' },
    { id: 'liquor', name: 'Liquor', rate: '0.03' },
  ],
  classes: [
    { id: 'standard', rates: ['state', 'city'] },
    { id: 'alcohol', rates: ['state', 'city', 'liquor'] },
    { id: 'groceries', rates: ['city'] },
    { id: 'exempt', rates: [] },
  ],
  delivery: 'groceries',
  rounding: 'order',
}

/** $0.30 of groceries. */
export const breadstick = (quantity: number): OrderLineItem => ({
  ...margherita({ quantity, modifiers: [] }),
  menu_item_external_id: 'cheap',
  menu_item: 'dinner.pizza.cheap',
})
/** $16.00 at the standard rate and $3.00 at the rate for wine. */
export const withSalami = (quantity: number): OrderLineItem =>
  margherita({ modifiers: modifiers('size-12', 'top-salami'), quantity })

const salamiAsWine = (section: Section): Section => ({
  ...section,
  checklist: section.checklist.map((entry) =>
    entry.id === 'top-salami' ? { ...entry, tax_class: 'alcohol' } : entry,
  ),
})

function classed(item: MenuItem): MenuItem {
  const own = { carbonara: 'alcohol', cheap: 'groceries' }[item.external_id]
  return { ...item, ...(own && { tax_class: own }), custom_options: item.custom_options.map(salamiAsWine) }
}

/** For `larder.change`. Undefined removes the tax rules, as before there were tax classes. */
export const taxedBy =
  (rules: TaxRules | undefined) =>
  (document: MerchantDocument): MerchantDocument => ({
    ...document,
    location: {
      ...document.location,
      estimate_rules: { ...document.location.estimate_rules!, taxes: rules },
    },
    ordering: { ...document.ordering, taxes: rules },
    menus: document.menus.map((menu) => ({
      ...menu,
      categories: menu.categories.map((category) => ({ ...category, items: category.items.map(classed) })),
    })),
  })
