import { type ScreenPattern, screens } from '#contract/screens.ts'
import type { Content } from './browser/visit.ts'

/** Every address of the portal, with an example at the demo's restaurant and what it is opened for. A new route without an entry here does not compile. */

/** What must have happened on a device before somebody opens an address there (prepare.ts). */
export type Preparation =
  | 'nothing'
  | 'dish in order'
  | 'order placed'
  | 'card in cart'
  | 'gift sent'
  | 'signed in'

/** The ids of what the preparations made, to replace `none` in the examples. */
export type Made = Partial<Record<'ticket' | 'gift' | 'card' | 'sent', string>>

export type Address = {
  /** An example address for the pattern. */
  example: string
  /** Which id replaces `none` in it, once it has been made. */
  none?: keyof Made
  /** The element and text by which a later launch shows what the address is for. */
  content: Content
  /** The same for a first visit, where a device that stores nothing yet shows something else. */
  first?: Content
  after: Preparation
}

/** Screens of the restaurant's staff, who work at a desk with a network: not measured. */
type Staff = { example: string; staff: true }

const main = (text: string): Content => ({ within: 'main', text })
const anybody = (example: string, text: string): Address => ({
  example,
  content: main(text),
  after: 'nothing',
})
const signIn = main('FORGOT PASSWORD?')
const members = (example: string, text: string, none?: keyof Made): Address => ({
  example,
  content: main(text),
  first: signIn,
  after: 'signed in',
  ...(none && { none }),
})
const welcome = 'The oven is lit'
const noOrder = main('Order online')

export const addresses = {
  '/': anybody('/', welcome),
  '/home': anybody('/home', welcome),
  '/oldhome': anybody('/oldhome', welcome),
  '/newhome': anybody('/newhome', welcome),
  '/menus': anybody('/menus', 'Lunch'),
  '/menus/$menuId': anybody('/menus/dinner', 'Everything the oven can do'),
  '/menus/$menuId/category/$categoryId': anybody('/menus/dinner/category/pizza', 'Stone oven'),
  '/menus/$menuId/category/$categoryId/item/$itemId': anybody(
    '/menus/dinner/category/pizza/item/margherita',
    'San Marzano tomato',
  ),
  '/menu/readonly': anybody('/menu/readonly', 'Bella Trattoria: the menu'),
  '/order': anybody('/order', 'Order online'),
  '/order/$menuId': anybody('/order/dinner', 'Everything the oven can do'),
  '/order/$menuId/category/$categoryId': anybody('/order/dinner/category/pizza', 'Stone oven'),
  '/order/$menuId/category/$categoryId/item/$itemId': anybody(
    '/order/dinner/category/pizza/item/margherita',
    'San Marzano tomato',
  ),
  '/ordercart': {
    example: '/ordercart',
    content: main('Review order'),
    first: main(welcome),
    after: 'dish in order',
  },
  '/ordercheckout': {
    example: '/ordercheckout',
    content: main('How would you like it?'),
    first: main(welcome),
    after: 'dish in order',
  },
  '/ordersubmit': {
    example: '/ordersubmit',
    content: main('Order number'),
    first: noOrder,
    after: 'order placed',
  },
  '/receipt': {
    example: '/receipt?type=ticket_order&object_id=none',
    none: 'ticket',
    content: main('Margherita'),
    first: main('Receipt'),
    after: 'order placed',
  },
  '/ticket/$ticketId': {
    example: '/ticket/none',
    none: 'ticket',
    // The title holds the order's number.
    content: main('Order B-'),
    first: main('Your order'),
    after: 'order placed',
  },
  '/tickethistory': members('/tickethistory', 'Your orders'),
  '/cards': anybody('/cards', 'How should it be sent?'),
  '/sendcard': anybody('/sendcard', 'How should it be sent?'),
  '/physicalcards': anybody('/physicalcards', 'The card in an envelope'),
  '/cart': {
    example: '/cart',
    content: main('Your cart'),
    first: main('The card in an envelope'),
    after: 'card in cart',
  },
  '/checkout': {
    example: '/checkout',
    content: main('Street address'),
    first: main('The card in an envelope'),
    after: 'card in cart',
  },
  '/thankyou': anybody('/thankyou', 'No order was just placed here'),
  '/checkcardbalance': anybody('/checkcardbalance', 'CARD NUMBER'),
  '/gift/$cardId': { ...anybody('/gift/none', 'CARD NUMBER'), none: 'gift' },
  '/mycards': members('/mycards', '6006'),
  '/mycards/counter': { ...members('/mycards/counter', ''), content: { within: 'dialog', text: '6006' } },
  '/mycards/check': anybody('/mycards/check', 'CARD NUMBER'),
  '/mycards/import': members('/mycards/import', 'CARD NUMBER'),
  '/mycards/$cardId/view': members('/mycards/none/view', '6006', 'card'),
  '/mycards/$cardId/import': members('/mycards/none/import', 'Add An Existing Gift Card', 'card'),
  '/mycards/$type/$cardId': members('/mycards/Purchase/0', 'Choose a card'),
  '/mycards/send/$type/$cardId': anybody('/mycards/send/SendEmail/0', 'Choose a card'),
  '/mycards/pass/$cardId': members('/mycards/pass/none', 'Pass This Card On', 'card'),
  '/mycards/sent': members('/mycards/sent', 'Gifts You Sent'),
  '/mycards/sent/$orderId': {
    example: '/mycards/sent/none',
    none: 'sent',
    content: main('Vera'),
    first: main('A Gift You Sent'),
    after: 'gift sent',
  },
  '/rewards': anybody('/rewards', 'How it works'),
  '/waiting': anybody('/waiting', 'Nothing is waiting'),
  '/about': anybody('/about', 'Bella opened in 2009'),
  '/privacy': anybody('/privacy', 'What we ask for'),
  '/terms': anybody('/terms', 'Prices are in US dollars'),
  '/catering': anybody('/catering', 'Bella at your place'),
  '/gallery': anybody('/gallery', 'Gallery'),
  '/login': anybody('/login', 'FORGOT PASSWORD?'),
  '/signup': anybody('/signup', 'A seat at the table'),
  '/forgotpassword': anybody('/forgotpassword', 'We send you a link'),
  '/resetpassword': anybody('/resetpassword', 'NEW PASSWORD'),
  '/unlockaccount': anybody('/unlockaccount', 'The link in our email'),
  '/resendunlock': anybody('/resendunlock', 'We send a new link'),
  '/account': members('/account', 'Hello, Maya'),
  '/admin': { example: '/admin', staff: true },
  '/kitchen': { example: '/kitchen', staff: true },
} satisfies Record<ScreenPattern, Address | Staff>

/** Addresses that show the same screen as another one of these. */
export const otherNames: readonly ScreenPattern[] = [
  '/home',
  '/oldhome',
  '/newhome',
  '/cards',
  '/checkcardbalance',
]

const isDiners = (address: Address | Staff): address is Address => !('staff' in address)

/**
 * Every address that a diner may launch from, in the order of contract/screens.ts. Where `chosen` names patterns or examples, only those; throws for an unknown
 * one.
 */
export function listAddresses(chosen: readonly string[] = []): (Address & { pattern: ScreenPattern })[] {
  const all = (Object.keys(screens) as ScreenPattern[]).flatMap((pattern) => {
    const address: Address | Staff = addresses[pattern]
    return isDiners(address) ? [{ pattern, ...address }] : []
  })
  const unknown = chosen.filter(
    (name) => !all.some(({ pattern, example }) => [pattern, example].includes(name)),
  )
  if (unknown.length > 0) throw new Error(`--addresses: no diner's address is ${unknown.join(', ')}`)
  return chosen.length === 0
    ? all
    : all.filter(({ pattern, example }) => chosen.some((name) => [pattern, example].includes(name)))
}

/** The path of an address, with the id that was made for it; its example if there is none. */
export const pathOf = ({ example, none }: Pick<Address, 'example' | 'none'>, made: Made): string =>
  example.replace('none', (none && made[none]) ?? 'none')
