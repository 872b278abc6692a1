// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { SentGiftsScreen } from '#features/card-orders/screens/sent-gifts-screen.tsx'
import { keepReviewVisit } from '#lib/query/card-order-marks.ts'
import { user } from '../support/account.ts'
import { cardOrder, cardOrderPage, CardOrdersNet, cart } from '../support/card-order-page.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

/** The links to the receipts of payments for gift cards. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const link = (name: string | RegExp) => until(() => find('a', name)).then((one) => one.getAttribute('href'))
const links = () => [...document.querySelectorAll('a')].filter((one) => one.textContent === 'VIEW RECEIPT')
const gift = (changes: Partial<CardOrder> = {}): CardOrder =>
  cardOrder({
    type: 'SendEmail',
    status: 'Submitted',
    items: [{ index: 1, item: 'giftcard', price: 25, quantity: 1 }],
    payments: [{ payment_amount: '$25.00', display_name: 'Visa ending in 4242' }],
    recipient_first_name: 'Vera',
    recipient_last_name: 'Lund',
    recipient_email: 'vera@example.com',
    gift: { state: 'sent', can_change: true },
    receipt: '/receipt?type=card_order&object_id=paper-1',
    ...changes,
  })
const answering = (answer: unknown) => ({
  send: async () => ({
    status: 200,
    header: (name: string) => (name === 'content-type' ? 'application/json' : null),
    text: JSON.stringify(answer),
  }),
})
const passedOn: Partial<CardOrder> = {
  payments: [],
  gift: { state: 'sent', can_change: true, passed_on: true },
}

it('an order for gift cards that was just paid leads to its receipt', async () => {
  const made = await cardOrderPage(new CardOrdersNet(), '/flow/SendEmail', {
    row: { type: 'SendEmail', step: 5, snapshot: gift() },
  })
  await made.router.load()
  const { location } = made.router.state
  keepReviewVisit(location.state.__TSR_key ?? location.href)
  await show(made.page)
  await until(() => find('h2', 'Your order is placed'))
  expect(await link('VIEW RECEIPT')).toBe('/receipt?type=card_order&object_id=paper-1')
})

it('cards that go by post lead to their receipt, also once their order is cleared', async () => {
  const net = new CardOrdersNet()
  net.cart = cart({ status: 'Submitted', receipt: '/receipt?type=physical_order&object_id=paper-2' })
  const { page, db } = await cardOrderPage(net, '/thankyou', { withCart: true })
  await show(page)
  expect(await link('VIEW RECEIPT')).toBe('/receipt?type=physical_order&object_id=paper-2')
  await act(() => db.physicalOrders.clear())
  expect(await link('VIEW RECEIPT')).toBe('/receipt?type=physical_order&object_id=paper-2')
})

it('cards that go by post say what was bought and for whom, also once their order is cleared', async () => {
  const net = new CardOrdersNet()
  net.cart = cart({
    status: 'Submitted',
    items: [
      { index: 1, item: 'posted-card', price: 25, quantity: 2 },
      { index: 2, item: 'posted-card', price: 1250.5, quantity: 1 },
    ],
    totals: { subtotal: '$1,300.50', discount: '$0.00', shipping_handling: '$4.95', total: '$1,305.45' },
    recipient_first_name: 'Rosa',
    recipient_last_name: 'Quill',
    recipient_address: '12 Harbor Lane',
    recipient_city: 'Portland',
    recipient_state: 'ME',
    recipient_zip: '04101',
  })
  const { page, db } = await cardOrderPage(net, '/thankyou', { withCart: true })
  await show(page)
  const rows = () =>
    [...document.querySelectorAll('dt')].map((one) => one.textContent + one.nextElementSibling!.textContent)
  const said = [
    'Gift cards2 × $25.00, 1 × $1,250.50',
    'RecipientRosa Quill, 12 Harbor Lane, Portland, ME 04101',
    'Total$1,305.45',
  ]
  await until(() => expect(rows()).toEqual(said))
  await act(() => db.physicalOrders.clear())
  expect(rows()).toEqual(said)
})

it('where no order was just placed nothing leads to a receipt', async () => {
  await show((await cardOrderPage(new CardOrdersNet(), '/thankyou')).page)
  await until(() => find('h1', 'Gift cards by mail'))
  expect(links()).toEqual([])
})

it('a gift that was paid for leads to its receipt', async () => {
  const net = new CardOrdersNet()
  net.order = gift()
  await show((await cardOrderPage(net, '/sent')).page)
  expect(await link('VIEW RECEIPT')).toBe('/receipt?type=card_order&object_id=paper-1')
})

it('where an API names no receipt, the order’s own id leads to it', async () => {
  const net = new CardOrdersNet()
  net.order = gift({ receipt: undefined })
  await show((await cardOrderPage(net, '/sent')).page)
  expect(await link('VIEW RECEIPT')).toBe('/receipt?type=card_order&object_id=order-1')
})

it('a gift that was passed on was never paid for, and leads to no receipt', async () => {
  const net = new CardOrdersNet()
  net.order = gift(passedOn)
  await show((await cardOrderPage(net, '/sent')).page)
  await until(() => find('button', 'TAKE IT BACK'))
  expect(links()).toEqual([])
})

/** A restaurant whose API lists the gifts that a member has sent. */
const withGifts = (settings: Partial<Settings> = {}): LocationCopy => {
  const copy = siteCopy({ settings })
  return { ...copy, location: { ...copy.location, api_extensions: ['gift_changes'] } }
}

it('the list of gifts leads to the receipt of each that was paid for', async () => {
  const gifts = [gift(), gift({ id: 'order-2', recipient_first_name: 'Sam', ...passedOn })]
  const net = answering({ gifts })
  const { page } = sitePage(
    { '/mycards/sent': () => <SentGiftsScreen /> },
    { at: '/mycards/sent', user: user(), net, copy: withGifts() },
  )
  await show(page)
  expect(await link('View receipt of the gift for Vera, $25.00')).toBe(
    '/receipt?type=card_order&object_id=paper-1',
  )
  expect(links()).toHaveLength(1)
})

it.each([
  [true, 'RETURN TO MY GIFT CARDS', '/mycards'],
  [false, 'Return Home', '/'],
])('the list of gifts leads to that of cards only where there is one (%s)', async (enable, name, path) => {
  const { page } = sitePage(
    { '/mycards/sent': () => <SentGiftsScreen /> },
    {
      at: '/mycards/sent',
      user: user(),
      net: answering({ gifts: [] }),
      copy: withGifts({ my_gifts: { enable } }),
    },
  )
  await show(page)
  expect(await link(name)).toBe(path)
})

it('a restaurant whose API lists no gifts does not offer that list', async () => {
  const { page } = sitePage(
    { '/mycards/sent': () => <SentGiftsScreen /> },
    { at: '/mycards/sent', user: user(), net: new CardOrdersNet() },
  )
  await show(page)
  await until(() => find('h1', 'Not offered here'))
})
