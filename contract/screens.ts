/**
 * Every address of the portal, by the pattern of its route, and what its page is called in a tab, a list of results and a screen reader. Null: it has its
 * name from what it shows (the restaurant itself, a menu, a dish). tests/src/site/screens.test.tsx holds the list and the routes together.
 */
export const screens = {
  '/': null,
  '/home': null,
  '/oldhome': null,
  '/newhome': null,
  '/menus': 'Menus',
  '/menus/$menuId': null,
  '/menus/$menuId/category/$categoryId': null,
  '/menus/$menuId/category/$categoryId/item/$itemId': null,
  '/menu/readonly': 'All menus on one page',
  '/order': 'Order online',
  '/order/$menuId': null,
  '/order/$menuId/category/$categoryId': null,
  '/order/$menuId/category/$categoryId/item/$itemId': null,
  '/ordercart': 'Review order',
  '/ordercheckout': 'Checkout',
  '/ordersubmit': 'Your order',
  '/receipt': 'Receipt',
  '/ticket/$ticketId': 'Order status',
  '/tickethistory': 'Your orders',
  '/cards': 'Gift cards',
  '/sendcard': 'Send a gift card',
  '/physicalcards': 'Gift cards by post',
  '/cart': 'Your cart',
  '/checkout': 'Gift card checkout',
  '/thankyou': 'Thank you',
  '/checkcardbalance': 'Check a card’s balance',
  '/gift/$cardId': 'A gift card for you',
  '/mycards': 'My gift cards',
  '/mycards/counter': 'Show a card',
  '/mycards/check': 'Check a gift card',
  '/mycards/import': 'Add a gift card',
  '/mycards/$cardId/view': 'Gift card',
  '/mycards/$cardId/import': 'Add this gift card',
  '/mycards/$type/$cardId': 'Gift card order',
  '/mycards/send/$type/$cardId': 'Send this gift card',
  '/rewards': 'Rewards',
  '/about': 'About us',
  '/privacy': 'Privacy',
  '/terms': 'Terms of use',
  '/catering': 'Catering',
  '/gallery': 'Gallery',
  '/login': 'Log in',
  '/signup': 'Sign up',
  '/forgotpassword': 'Forgot password',
  '/resetpassword': 'Reset password',
  '/unlockaccount': 'Unlock account',
  '/resendunlock': 'Resend unlock code',
  '/account': 'My account',
  '/admin': 'Administration',
  '/kitchen': 'Kitchen',
} as const satisfies Record<string, string | null>

export type ScreenPattern = keyof typeof screens
export type Screen = { pattern: ScreenPattern; title: string | null }

/** How an address that the portal does not know is called. */
export const notFoundTitle = 'Page not found'

/** What stands in an address for one of a few words: any other word is an unknown address. */
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

/** The screen of a path (without the router's base), large letters or small, with a slash at its end or none. Undefined for an unknown address. */
export function findScreen(path: string): Screen | undefined {
  const plain = path === '/' ? path : path.replace(/\/$/, '')
  // An address of fixed words is meant before one with a place for any.
  const found = known
    .filter(({ address }) => address.test(plain))
    .toSorted((one, other) => dollars(one.pattern) - dollars(other.pattern))[0]
  return found && { pattern: found.pattern, title: found.title }
}

const dollars = (pattern: string): number => pattern.split('$').length
