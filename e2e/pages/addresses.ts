import { type ScreenPattern, screens } from '#contract/screens.ts'

/** An address of every screen, from the list that the routes are held to: a pattern with a place for something needs a line here. */

const examples: Partial<Record<ScreenPattern, string>> = {
  '/menus/$menuId': '/menus/dinner',
  '/menus/$menuId/category/$categoryId': '/menus/dinner/category/pizza',
  '/menus/$menuId/category/$categoryId/item/$itemId': '/menus/dinner/category/pizza/item/margherita',
  '/order/$menuId': '/order/dinner',
  '/order/$menuId/category/$categoryId': '/order/dinner/category/pizza',
  '/order/$menuId/category/$categoryId/item/$itemId': '/order/dinner/category/pizza/item/margherita',
  '/ticket/$ticketId': '/ticket/none',
  '/gift/$cardId': '/gift/none',
  '/mycards/$cardId/view': '/mycards/none/view',
  '/mycards/$cardId/import': '/mycards/none/import',
  '/mycards/pass/$cardId': '/mycards/pass/none',
  '/mycards/$type/$cardId': '/mycards/Purchase/0',
  '/mycards/send/$type/$cardId': '/mycards/send/SendEmail/0',
  '/mycards/sent/$orderId': '/mycards/sent/none',
}

/** Staff read English, and are no diners. */
const forStaff: readonly ScreenPattern[] = ['/admin', '/kitchen']

/** An address of each screen that guests come to; `others` in place of those above. Throws where a pattern has none. */
export function listAddresses(
  others: Partial<Record<ScreenPattern, string>> = {},
): { pattern: ScreenPattern; address: string }[] {
  return (Object.keys(screens) as ScreenPattern[])
    .filter((pattern) => !forStaff.includes(pattern))
    .map((pattern) => {
      const address = others[pattern] ?? (pattern.includes('$') ? examples[pattern] : pattern)
      if (address === undefined) throw new Error(`Write an example of ${pattern} above`)
      return { pattern, address }
    })
}
