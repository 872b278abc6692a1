import { message, type Message } from './language.ts'

/**
 * Every address of the portal, by its route's pattern, with the title of its page in a tab, in search results and for screen readers. Null: the title comes
 * from the content (the restaurant itself, a menu, a dish). tests/src/site/screens.test.tsx compares the list with the routes.
 */
export const screens = {
  '/': null,
  '/home': null,
  '/oldhome': null,
  '/newhome': null,
  '/menus': message('Menus'),
  '/menus/$menuId': null,
  '/menus/$menuId/category/$categoryId': null,
  '/menus/$menuId/category/$categoryId/item/$itemId': null,
  '/menu/readonly': message('All menus on one page'),
  '/order': message('Order online'),
  '/order/$menuId': null,
  '/order/$menuId/category/$categoryId': null,
  '/order/$menuId/category/$categoryId/item/$itemId': null,
  '/ordercart': message('Review order'),
  '/ordercheckout': message('Checkout'),
  '/ordersubmit': message('Your order'),
  '/receipt': message('Receipt'),
  '/ticket/$ticketId': message('Order status'),
  '/tickethistory': message('Your orders'),
  '/cards': message('Gift cards'),
  '/sendcard': message('Send a gift card'),
  '/physicalcards': message('Gift cards by mail'),
  '/cart': message('Your cart'),
  '/checkout': message('Gift card checkout'),
  '/thankyou': message('Thank you'),
  '/checkcardbalance': message('Check a card’s balance'),
  '/gift/$cardId': message('A gift card for you'),
  '/mycards': message('My gift cards'),
  '/mycards/counter': message('Show a card'),
  '/mycards/check': message('Check a gift card'),
  '/mycards/import': message('Add a gift card'),
  '/mycards/$cardId/view': message('Gift card'),
  '/mycards/$cardId/import': message('Add this gift card'),
  '/mycards/$type/$cardId': message('Gift card order'),
  '/mycards/send/$type/$cardId': message('Send this gift card'),
  '/mycards/pass/$cardId': message('Pass this gift card on'),
  '/mycards/sent': message('Gifts you sent'),
  '/mycards/sent/$orderId': message('A gift you sent'),
  '/rewards': message('Rewards'),
  '/about': message('About us'),
  '/privacy': message('Privacy'),
  '/terms': message('Terms of use'),
  '/catering': message('Catering'),
  '/gallery': message('Gallery'),
  '/login': message('Sign in'),
  '/signup': message('Sign up'),
  '/forgotpassword': message('Forgot password'),
  '/resetpassword': message('Reset password'),
  '/unlockaccount': message('Unlock account'),
  '/resendunlock': message('Resend unlock code'),
  '/account': message('My account'),
  '/waiting': message('Waiting to be sent'),
  '/admin': message('Administration'),
  '/kitchen': message('Kitchen'),
} as const satisfies Record<string, Message | null>

export type ScreenPattern = keyof typeof screens

type Screen = { pattern: ScreenPattern; title: Message | null }

/** The title of an unknown address. */
export const notFoundTitle = message('Page not found')

/** The allowed words for a parameter that takes only a few: with any other word, the address is unknown. */
const words: Partial<Record<ScreenPattern, string>> = {
  '/mycards/$type/$cardId': 'Purchase|Reload|SendText|SendEmail|SendPhysical',
  '/mycards/send/$type/$cardId': 'SendText|SendEmail|SendPhysical',
}

const known = (Object.keys(screens) as ScreenPattern[]).map((pattern) => {
  const typed = pattern.replace('$type', `(?:${words[pattern] ?? '[^/]+'})`)
  return {
    pattern,
    title: screens[pattern],
    address: new RegExp(`^${typed.replaceAll(/\$\w+/g, '[^/]+')}$`, 'i'),
  }
})

/** The screen of a path (without the router's base), in upper or lower case, with or without a trailing slash. Undefined for an unknown address. */
export function findScreen(path: string): Screen | undefined {
  const plain = path === '/' ? path : path.replace(/\/$/, '')
  // An address with fixed words takes precedence over one with a parameter.
  const found = known
    .filter(({ address }) => address.test(plain))
    .toSorted((one, other) => dollars(one.pattern) - dollars(other.pattern))[0]
  return found && { pattern: found.pattern, title: found.title }
}

const dollars = (pattern: string): number => pattern.split('$').length
