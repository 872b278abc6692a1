// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cardOrder, cardOrderPage, CardOrdersNet, cart } from '../support/card-order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { Solver } from '../support/solver.ts'
import { stripeWithout } from '../support/stripe.ts'

/** After declined cards, gift cards are paid only with a check for a person, and then not for a while; nothing typed is lost. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  const stripe = stripeWithout(() => ({
    on: (_event, listener) => listener({ complete: true, empty: false }),
  }))
  vi.stubGlobal('Worker', Solver)
  vi.stubGlobal('LarderSandboxPayments', () => stripe)
  return () => vi.unstubAllGlobals()
})

const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const place = () => button(/^PLACE ORDER/)
const email = () => find<HTMLInputElement>('input', 'Your email')
const check = () => find<HTMLInputElement>('input[type=checkbox]', 'I’m not a robot')
const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))
const words = () => document.body.textContent
const alerts = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)

const vera = { recipient_first_name: 'Vera', recipient_last_name: 'Lund' }

/** Opens the payment of an order, and fills in the buyer. */
const ways = [
  {
    what: 'gift cards',
    isPayment: (path: string) => path.endsWith('/submit'),
    async open(net: CardOrdersNet) {
      const snapshot = cardOrder({
        type: 'SendEmail',
        items: [{ index: 1, item: 'giftcard', price: 50, quantity: 1 }],
        ...vera,
        recipient_email: 'vera@example.com',
      })
      const row = { type: 'SendEmail' as const, step: 5, snapshot }
      await show((await cardOrderPage(net, '/flow/SendEmail', { row })).page)
    },
  },
  {
    what: 'gift cards by post',
    isPayment: (path: string, body: unknown) =>
      path.startsWith('/physicalcard') && (body as { status?: string } | undefined)?.status === 'Submit',
    async open(net: CardOrdersNet) {
      net.cart = cart({
        ...vera,
        recipient_address: '12 Harbor Lane',
        recipient_city: 'Portland',
        recipient_state: 'ME',
        recipient_zip: '04101',
      })
      await show((await cardOrderPage(net, '/checkout', { withCart: true })).page)
      await title('Where should it go?')
      await press(button('SAVE AND CONTINUE'))
      await title('Would you like to include a personal message?')
      await press(button('SKIP'))
    },
  },
]

describe.each(ways)('the payment of $what after declined cards', ({ isPayment, open }) => {
  it('asks for a human check, whose answer counts once, then says that it pauses, and keeps what was typed @ER-09', async () => {
    const net = new CardOrdersNet()
    let answer = { status: 402, code: 'card_declined', message: 'Your card was declined.', field: '' }
    net.say = ({ path, body }) => {
      if (path.endsWith('/challenge')) return { status: 200, json: { challenge: {} } }
      if (!isPayment(path, body)) return undefined
      const { status, code, message, field } = answer
      return { status, json: { message, code, errors: field === '' ? [] : [{ message, field }] } }
    }
    const sent = () => net.calls.filter(({ path, body }) => isPayment(path, body)).map(({ body }) => body)
    await open(net)
    await title('Please enter your payment information.')
    await fill(find('input', 'Your first name'), 'Nora')
    await fill(find('input', 'Your last name'), 'Quill')
    await fill(email(), 'nora@example.test')
    await until(() => expect(place().disabled).toBe(false))

    await press(place())
    await until(() => expect(alerts()).toEqual(['ErrorYour card was declined.']))
    await title('Please enter your payment information.')
    expect(words()).not.toContain('I’m not a robot')
    // The buyer as they typed it, and no card of anybody's account.
    expect(sent()[0]).toMatchObject({
      payment_token: 'pm_1',
      buyer_first_name: 'Nora',
      buyer_last_name: 'Quill',
      buyer_email: 'nora@example.test',
    })
    expect(sent()[0]).not.toHaveProperty('payment_source')

    const asking = 'Please show us first that you are a person, and then try again.'
    answer = { status: 403, code: 'verification_required', message: asking, field: 'recaptcha_confirmation' }
    await press(place())
    await until(() => expect(words()).toContain(`Please confirm you’re not a robot${asking}`))
    expect(alerts()).toEqual([])
    expect(place().disabled).toBe(true)
    expect(email().value).toBe('nora@example.test')

    answer = { status: 402, code: 'card_declined', message: 'Your card was declined.', field: '' }
    await press(check())
    await until(() => expect(place().disabled).toBe(false))
    await press(place())
    await until(() => expect(alerts()).toEqual(['ErrorYour card was declined.']))
    expect(check().checked).toBe(false)
    expect(place().disabled).toBe(true)

    answer = { status: 429, code: 'payment_paused', message: 'Payments are paused.', field: '' }
    await press(check())
    await until(() => expect(place().disabled).toBe(false))
    await press(place())
    await until(() => expect(alerts()[0]).toContain('Payments are paused.'))
    expect(email().value).toBe('nora@example.test')
    expect(
      sent().map((body) => (body as { recaptcha_confirmation?: string }).recaptcha_confirmation),
    ).toEqual([undefined, undefined, 'a person', 'a person'])
  })
})
