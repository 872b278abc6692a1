// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { cardOrder, cardOrderPage, CardOrdersNet, program } from '../support/card-order-page.tsx'
import { fill, find, press, setMedia, show, type, until } from '../support/screen.tsx'
import { stripeWithout } from '../support/stripe.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  const stripe = stripeWithout(() => ({
    on: (_event, listener) => listener({ complete: true, empty: false }),
  }))
  vi.stubGlobal('LarderSandboxPayments', () => stripe)
  return () => vi.unstubAllGlobals()
})

const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const field = (name: string) => find<HTMLInputElement>('input', name)
const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))
const words = () => document.body.textContent

it('a card by text message: the phone as (###) ###-####, ten digits and no fewer, and the review says where it goes @GC-16 @GC-19 @GC-27 @ST-37 @VA-20', async () => {
  const net = new CardOrdersNet()
  const snapshot = cardOrder({
    type: 'SendText',
    items: [{ index: 1, item: 'giftcard', price: 25, quantity: 1, program_id: 'classic' }],
  })
  const { page } = await cardOrderPage(net, '/flow/SendText', {
    row: { type: 'SendText', step: 3, snapshot },
  })
  await show(page)
  await title('Who is it for?')
  await press(button('CONTINUE'))
  expect(words()).toContain('Please enter a valid first name')
  await fill(field('First name'), 'Vera')
  await fill(field('Last name'), 'Lund')
  await type(field('Phone'), '21255501')
  await press(button('CONTINUE'))
  await until(() => expect(words()).toContain('Please enter a valid phone number'))
  expect(net.changes()).toEqual([])
  await type(field('Phone'), '77')
  expect(field('Phone').value).toBe('(212) 555-0177')
  await press(button('CONTINUE'))
  await title('Would you like to include a personal message?')
  expect(net.changes()).toEqual([
    { recipient_first_name: 'Vera', recipient_last_name: 'Lund', recipient_phone: '2125550177' },
  ])
  await press(button('CONTINUE'))
  await title('Please enter your payment information.')
  await fill(field('Your first name'), 'Nora')
  await fill(field('Your last name'), 'Quill')
  await fill(field('Your email'), 'nora@example.test')
  net.say = ({ path }) =>
    path.endsWith('/submit')
      ? { status: 200, json: { card_order: { ...net.order, status: 'Submitted', cards: [] } } }
      : undefined
  const place = () => button(/^PLACE ORDER/)
  await until(() => expect(place().disabled).toBe(false))
  await press(place())
  await until(() => expect(words()).toContain('RecipientVera Lund, (212) 555-0177'))
})

it('the only program, which is not asked about, is one step back from the amount @ST-30', async () => {
  const net = new CardOrdersNet()
  net.programs = [program('harvest')]
  await show((await cardOrderPage(net, '/flow/SendText')).page)
  await title('Choose an amount')
  await press(button('BACK'))
  await title('Choose a card')
})
