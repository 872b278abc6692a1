// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entryNames } from '#db/names.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import type { FieldState } from '#lib/payments/provider.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import {
  alerts,
  book,
  button,
  openCheckout,
  ordered,
  settings,
  title,
  words,
} from '../support/checkout-page.tsx'
import { user } from '../support/account.ts'
import { inAct, orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, type, until, leavePage } from '../support/screen.tsx'
import { location } from '../support/merchant-data.ts'
import { noTotals } from '../support/snapshots.ts'
import { dump } from '../support/tab.ts'
import { stripeWithout } from '../support/stripe.ts'

/** What each step of checkout sends, where it leads, and what it says when it is refused. */

/** The card provider's fields; a test reports what was typed into them. */
type Typed = { field: string; tell: (state: Partial<FieldState> & { error?: { message: string } }) => void }
let fields: Typed[] = []
let unreadable: string | undefined
const stripe = stripeWithout(
  (field) => ({
    on: (event: 'change' | 'ready', listener: (state: never) => void) => {
      if (event === 'ready') return listener(undefined as never)
      fields.push({
        field,
        tell: ({ complete = false, empty = false, error }) => listener({ complete, empty, error } as never),
      })
    },
  }),
  async () =>
    unreadable === undefined ? { paymentMethod: { id: 'pm_1' } } : { error: { message: unreadable } },
)
const tell = (field: string, state: Parameters<Typed['tell']>[0]) =>
  inAct(async () => fields.find((one) => one.field === field)!.tell(state))
const completeAll = async (): Promise<void> => {
  await until(() => expect(fields).toHaveLength(3))
  for (const { field } of fields) await tell(field, { complete: true })
}

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  fields = []
  unreadable = undefined
  Object.assign(globalThis, { LarderSandboxPayments: () => stripe })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'LarderSandboxPayments'))

const contact = {
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_email: 'ada@example.com',
  recipient_phone: '2125550147',
}
const open = (step: CheckoutStep, options: Parameters<typeof openCheckout>[0] = {}) => {
  keepStep(step)
  return openCheckout(options)
}

const titles: Record<CheckoutStep, string> = {
  delivery: 'How would you like it?',
  time: 'When should it be ready?',
  information: 'Who is picking it up?',
  promo: 'Have a promo code?',
  tip: 'Add a tip?',
  payment: 'Payment',
}

describe('the way through checkout', () => {
  const withSwitches = (orderAhead: boolean, promoCodes: boolean): OrderPageOptions => {
    const place = location()
    return {
      ticket: ordered({ use_curbside: true, settings: { ...settings, show_order_ahead_option: orderAhead } }),
      copy: { settings: { ...place.settings, promo_codes: { enable: promoCodes } } },
    }
  }
  const all: CheckoutStep[] = ['delivery', 'time', 'information', 'promo', 'tip', 'payment']

  it.each([
    { orderAhead: true, promoCodes: true },
    { orderAhead: true, promoCodes: false },
    { orderAhead: false, promoCodes: true },
    { orderAhead: false, promoCodes: false },
  ])(
    'has the time only with order ahead ($orderAhead) and the promo code only with promo codes ($promoCodes), and BACK goes over the same steps @ST-13',
    async ({ orderAhead, promoCodes }) => {
      const steps = all.filter((step) => (step !== 'time' || orderAhead) && (step !== 'promo' || promoCodes))
      const { router } = await open('payment', withSwitches(orderAhead, promoCodes))
      for (const [place, step] of [...steps.entries()].toReversed()) {
        await title(titles[step])
        expect(words()).toContain(`Step ${place + 1} of ${steps.length}:`)
        await press(button('BACK'))
      }
      await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
    },
  )

  it.each([
    { orderAhead: true, next: 'time' },
    { orderAhead: false, next: 'information' },
  ] as const)('continues from the first step to $next @ST-13', async ({ orderAhead, next }) => {
    await open('delivery', withSwitches(orderAhead, true))
    await press(button('CONTINUE'))
    await title(titles[next])
  })
})

describe('what a step sends', () => {
  it.each([
    { way: /^Delivery/, body: { use_delivery: true, use_curbside: false } },
    { way: /^Curbside pickup/, body: { use_delivery: false, use_curbside: true } },
  ])('the choice of $way sends it as true and the other as false @ST-14', async ({ way, body }) => {
    const { net } = await open('delivery')
    await press(find('input', way))
    await press(button('CONTINUE'))
    await until(() => expect(net.calls).not.toEqual([]))
    expect(net.calls[0]).toEqual({ method: 'PUT', path: '', body })
  })

  it('a refused contact keeps the guest on the step, with the restaurant’s words @ST-14 @ER-12', async () => {
    const { net } = await open('information', { ticket: ordered({ use_curbside: true, ...contact }) })
    await title(titles.information)
    net.say = ({ method }) =>
      method === 'PUT'
        ? refused(422, 'invalid', 'We cannot reach this number.', 'recipient_phone')
        : undefined
    await press(button('CONTINUE'))
    await until(() => expect(alerts()).toEqual(['We cannot reach this number.']))
    await title(titles.information)
    expect(find<HTMLInputElement>('[name=recipient_first_name]').value).toBe('Ada')
  })

  it('an address that is found fills street, city, state and zip, and is the one that is sent @VA-13', async () => {
    const { net } = await open('information', { ticket: ordered({ use_delivery: true, ...contact }) })
    await title('Where should it go?')
    const found = { address: '77 Mercer Street', city: 'New York', state: 'NY', zip: '10012' }
    const { city, state, zip } = found
    const place = { street_number: '77', route: 'Mercer Street', city, state, zip, terms: [] }
    net.say = ({ path }) => {
      if (path.includes('query='))
        return {
          status: 200,
          json: { places: [{ id: 'p1', description: '77 Mercer Street, New York' }] },
        }
      return path.includes('p1') ? { status: 200, json: { place } } : undefined
    }
    await fill(find<HTMLInputElement>('[name=recipient_address]'), '77 Mer')
    await press(await until(() => find('[role=option]', /77 Mercer Street/)))
    const valueOf = (name: string) => find<HTMLInputElement>(`[name=recipient_${name}]`).value
    await until(() =>
      expect({
        address: valueOf('address'),
        city: valueOf('city'),
        state: valueOf('state'),
        zip: valueOf('zip'),
      }).toEqual(found),
    )
    await press(button('CONTINUE'))
    await until(() => expect(net.calls.some(({ method }) => method === 'PUT')).toBe(true))
    expect(net.calls.find(({ method }) => method === 'PUT')!.body).toMatchObject({
      recipient_address: '77 Mercer Street',
      recipient_city: 'New York',
      recipient_state: 'NY',
      recipient_zip: '10012',
    })
  })

  it('keeps what is typed elsewhere while an address that was picked is looked up', async () => {
    const { net } = await open('information', { ticket: ordered({ use_delivery: true, ...contact }) })
    await title('Where should it go?')
    let answer = (): void => undefined
    const found = new Promise<void>((resolve) => (answer = resolve))
    const place = {
      street_number: '77',
      route: 'Mercer Street',
      city: 'New York',
      state: 'NY',
      zip: '10012',
      terms: [],
    }
    net.say = async ({ path }) => {
      if (path.includes('query='))
        return { status: 200, json: { places: [{ id: 'p1', description: '77 Mercer Street, New York' }] } }
      if (!path.includes('p1')) return undefined
      await found
      return { status: 200, json: { place } }
    }
    await fill(find<HTMLInputElement>('[name=recipient_address]'), '77 Mer')
    await press(await until(() => find('[role=option]', /77 Mercer Street/)))
    await fill(find<HTMLInputElement>('[name=recipient_address2]'), '4B')
    answer()
    await until(() =>
      expect(find<HTMLInputElement>('[name=recipient_address]').value).toBe('77 Mercer Street'),
    )
    expect(find<HTMLInputElement>('[name=recipient_address2]').value).toBe('4B')
  })
})

describe('the payment step', () => {
  /** The order is placed and the step is cleared: the device's database may show the confirmation a moment before. */
  const isPlaced = () =>
    until(() => {
      expect(words()).toContain('Confirmed')
      expect(sessionStorage.getItem(entryNames.checkoutStep)).toBeNull()
    })
  const paid = (changes: Partial<TicketOrder> = {}): TicketOrder =>
    ordered({
      status: 'PaymentComplete',
      use_curbside: true,
      tip: '$3.00',
      totals: { ...noTotals, sub_total: '$16.00', tax: '$1.42', tips: '$3.00', total: '$20.42' },
      payments: [
        {
          display_name: 'Visa •••• 4242',
          display_amount: '$20.42',
          tip: '$3.00',
          tender_type: 'credit_card',
        },
      ],
      ...changes,
    })

  it('of an order that is paid shows the tip that was paid, which can no longer be changed @ST-06', async () => {
    await open('tip', { ticket: paid() })
    await title('Everything is paid')
    const answers = find('[aria-label="Your answers so far"]')
    expect(answers.textContent).toContain('Tip$3.00')
    expect(answers.querySelectorAll('button')).toHaveLength(0)
    expect(find('section', 'Order summary').textContent).toMatch(/Tip\$3\.00.*Total\$20\.42/)
  })

  it('deletes the stored step and screen once the order is placed @ST-05', async () => {
    const { net, active } = await open('payment', { ticket: paid() })
    sessionStorage.setItem(entryNames.screen, 'delivery')
    await title('Everything is paid')
    net.ticket = paid({ status: 'Submitted', name: '1001' })
    await press(button('PLACE YOUR ORDER'))
    await isPlaced()
    expect(sessionStorage.getItem(entryNames.screen)).toBeNull()
    expect(await active()).toBeUndefined()
  })

  it('removes the last success message with the next payment @ST-10', async () => {
    const { net } = await open('payment', { ticket: ordered({ use_curbside: true }) })
    await press(button('GIFT CARD'))
    const payWith = async (number: string): Promise<void> => {
      await fill(find<HTMLInputElement>('input[name=gift-card-number]'), number)
      await press(button('PAY WITH THIS CARD'))
    }
    net.ticket = ordered({
      use_curbside: true,
      payments: [
        { display_name: 'Gift card •••• 7896', display_amount: '$10.00', tip: '$0.00', tender_type: 'card' },
      ],
      totals: { ...net.ticket.totals, due_non_tip: '$7.42', due: '$7.42' },
    })
    await payWith('6006491234567896')
    await until(() => expect(words()).toContain('GIFT CARD USED'))
    net.say = ({ path }) => (path === '/importandredeemcard' ? 'never' : undefined)
    await payWith('6006491234560000')
    await until(() => expect(net.callsOf('/importandredeemcard')).toHaveLength(2))
    expect(words()).not.toContain('GIFT CARD USED')
  })

  it('says under each field what to enter, then the provider’s own words, and places nothing until all are complete @VA-17', async () => {
    await open('payment', { ticket: ordered({ use_curbside: true }) })
    await until(() => expect(fields).toHaveLength(3))
    const notes = () => [...document.querySelectorAll('form [role=status]')].map((one) => one.textContent)
    for (const name of ['number', 'expiry', 'cvc'])
      expect(notes()).toContain(`Please enter a valid credit ${name}`)
    const place = () => button(/^PLACE YOUR ORDER/)
    expect(place().disabled).toBe(true)
    await tell('cardNumber', { complete: false })
    expect(notes()).toContain('Not completed yet')
    await completeAll()
    expect(place().disabled).toBe(false)
    await tell('cardNumber', { error: { message: 'Your card number is invalid.' } })
    expect(notes()).toContain('Your card number is invalid.')
    expect(place().disabled).toBe(true)
    await tell('cardNumber', { complete: true })
    await tell('cardCvc', { complete: true, error: { message: 'Your security code is wrong.' } })
    expect(notes()).toContain('Your security code is wrong.')
    expect(place().disabled).toBe(true)
  })

  it('a card that cannot be read is logged and shows the provider’s words, and nothing is paid @ER-09', async () => {
    const { net, logged } = await open('payment', { ticket: ordered({ use_curbside: true }) })
    await completeAll()
    unreadable = 'Your card number is incomplete.'
    await press(button(/^PLACE YOUR ORDER/))
    await until(() => expect(alerts()).toEqual(['Your card number is incomplete.']))
    expect(logged).toEqual([{ what: 'createPaymentMethod', message: 'Your card number is incomplete.' }])
    expect([net.callsOf('/payment'), net.callsOf('/submit')]).toEqual([[], []])
  })

  const saved = { id: 'pm_saved', brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2034 }
  it.each([
    { who: 'a guest’s card', member: false, sources: [], body: { payment_source: 'pm_1' } },
    {
      who: 'a member’s card that is typed',
      member: true,
      sources: [],
      body: { payment_source: 'pm_1', stripe_customer_id: 'cus_1' },
    },
    {
      who: 'a member’s saved card',
      member: true,
      sources: [saved],
      body: { payment_source: 'pm_saved', stripe_customer_id: 'cus_1' },
    },
  ])(
    '$who is sent as the source that it is, with tip and due as numbers @AT-15',
    async ({ member, sources, body }) => {
      const tip = {
        tip: '$2.40',
        totals: { ...ordered().totals, tips: '$2.40', due_tip: '$2.40', due: '$19.82' },
      }
      const ticket = ordered({ use_curbside: true, ...tip })
      const customer = { stripe_customer_id: 'cus_1', payment_sources: sources }
      const { net } = await open('payment', {
        ticket,
        ...(member && { user: user() }),
        say: ({ path }) =>
          path === '/payment/ephemeralkey'
            ? { status: 200, json: customer }
            : path === '/payment'
              ? 'never'
              : undefined,
      })
      if (sources.length === 0) await completeAll()
      await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
      await press(button(/^PLACE YOUR ORDER/))
      await until(() => expect(net.callsOf('/payment')).toHaveLength(1))
      expect(net.callsOf('/payment')[0]!.body).toEqual({ tip: 2.4, amount: 19.82, ...body })
    },
  )

  it('a 200 that says that it is an error shows its words, and places nothing @ER-05', async () => {
    const { net } = await open('payment', { ticket: ordered({ use_curbside: true }) })
    await completeAll()
    const error = { message: 'The card machine is asleep.' }
    net.say = ({ path }) =>
      path === '/payment'
        ? { status: 200, json: { ticket_order: { ...net.ticket, has_error: true, error } } }
        : undefined
    await press(button(/^PLACE YOUR ORDER/))
    await until(() => expect(alerts()).toEqual(['The card machine is asleep.']))
    expect(net.callsOf('/submit')).toEqual([])
    await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
  })
})

describe('a delivery that costs nothing', () => {
  it('is offered without a price, and has no line in the total @BC-19', async () => {
    const free = { ...settings, delivery_charge: '$0.00' }
    await open('delivery', { ticket: ordered({ use_delivery: true, settings: free }) })
    expect(find('label', /^Delivery/).textContent).toBe('DeliveryTo your door')
    const summary = find('section', 'Order summary')
    expect(summary.textContent).not.toMatch(/Delivery|\$0\.00/)
    expect(summary.textContent).toContain('Total$17.42')
  })
})

describe('a page that is discarded without notice and opened again', () => {
  /** The tab crashed, or the browser discarded it: anything not stored by now is lost. The tab's session storage stays. */
  const comeBack = async (made: Awaited<ReturnType<typeof open>>) => {
    await leavePage()
    const again = await orderPage({ book, kept: made.db })
    await show(again.page)
    await until(() => find('form'))
  }

  it('while somebody types their contact keeps every character, at the same step (P10, P12)', async () => {
    const made = await open('information', { ticket: ordered({ use_curbside: true }) })
    await fill(find<HTMLInputElement>('[name=recipient_first_name]'), 'Nora')
    await type(find<HTMLInputElement>('[name=recipient_last_name]'), 'Quil')
    await comeBack(made)
    await title(titles.information)
    const typed = [...document.querySelectorAll<HTMLInputElement>('form input')].map(({ value }) => value)
    expect(typed).toEqual(expect.arrayContaining(['Nora', 'Quil']))
  })

  it('while somebody types a name and the store is busy, still has every character', async () => {
    const made = await open('information', { ticket: ordered({ use_curbside: true }) })
    const busy = vi.spyOn(made.db.tickets, 'update').mockReturnValue(new Promise(() => undefined) as never)
    await type(find<HTMLInputElement>('[name=recipient_phone]'), '21255')
    await comeBack(made)
    busy.mockRestore()
    await title(titles.information)
    expect(find<HTMLInputElement>('[name=recipient_phone]').value).toBe('(212) 55')
  })

  it('while somebody tells their car has it, and its fields are open as they were', async () => {
    const made = await open('information', { ticket: ordered({ use_curbside: true, ...contact }) })
    // The car of a curbside pickup may be given now or on arrival: only a name, a phone and an email are required.
    expect(document.querySelector('[name=vehicle_make]')).toBeNull()
    expect(find('ul', 'Your car').textContent).toContain('You can also tell us when you arrive.')
    await press(button('Add your car'))
    expect(document.activeElement).toBe(find('[name=vehicle_make]'))
    await fill(find<HTMLInputElement>('[name=vehicle_model]'), 'V60')
    await comeBack(made)
    await title(titles.information)
    expect(find<HTMLInputElement>('[name=vehicle_model]').value).toBe('V60')
  })

  it('while somebody pays has stored nothing of a card (P10)', async () => {
    const made = await open('payment', { ticket: ordered({ use_curbside: true, ...contact }) })
    await press(button('GIFT CARD'))
    await fill(find<HTMLInputElement>('input[name=gift-card-number]'), '6006491234567896')
    await comeBack(made)
    await title(titles.payment)
    await press(button('GIFT CARD'))
    expect(find<HTMLInputElement>('input[name=gift-card-number]').value).toBe('')
    // Within `act`, because the page still reacts to its database.
    const kept = [await inAct(() => dump(made.db)), { ...sessionStorage }, { ...localStorage }]
    expect(JSON.stringify(kept)).not.toMatch(/6006|7896/)
  })
})
