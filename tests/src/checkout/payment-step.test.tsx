// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveSnapshot } from '#db/tickets.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { paymentTimeoutText } from '#lib/errors/explain.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { card, user } from '../support/account.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { inAct, orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, noTotals, snapshotOf } from '../support/snapshots.ts'
import { stripeWithout } from '../support/stripe.ts'

/** The provider's script, with fields that are complete as soon as they appear. */
const stripe = stripeWithout(() => ({
  on: (_event, listener) => listener({ complete: true, empty: false }),
}))

const book = {
  menus: [
    menu('Dinner', [
      category('Pizza', [
        dish('Margherita', { omnivore_id: 'dinner.pizza.margherita', omnivore: { price_per_unit: 1600 } }),
      ]),
    ]),
  ],
}
const plain = line({ modifiers: [] })

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  keepStep('payment')
  Object.assign(globalThis, { LarderSandboxPayments: () => stripe })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'LarderSandboxPayments'))

const open = async (options: OrderPageOptions = {}) => {
  const made = await orderPage({ ticket: snapshotOf({ items: [plain] }), book, ...options })
  await show(made.page)
  await until(() => find('h2', /pay|paid/i))
  return made
}
type Payment = TicketOrder['payments'][number]
const payment = (changes: Partial<Payment> = {}): Payment => ({
  display_name: 'Gift card •••• 7896',
  display_amount: '$10.00',
  tip: '$0.00',
  tender_type: 'card',
  ...changes,
})
/** The order with $10.00 paid by gift card. */
const partPaid = (changes: Partial<TicketOrder> = {}): TicketOrder =>
  snapshotOf({
    items: [plain],
    payments: [payment()],
    totals: {
      ...noTotals,
      sub_total: '$16.00',
      tax: '$1.42',
      total: '$17.42',
      due_non_tip: '$7.42',
      due: '$7.42',
    },
    ...changes,
  })
const allPaid = (changes: Partial<TicketOrder> = {}): TicketOrder =>
  partPaid({
    totals: { ...noTotals, sub_total: '$16.00', tax: '$1.42', total: '$17.42' },
    payments: [payment({ display_amount: '$17.42' })],
    ...changes,
  })
const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const pressed = () => [...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.textContent)
const words = () => document.body.textContent
const alerts = () => [...document.querySelectorAll('[role=alert] p')].map((one) => one.textContent)
const numberField = () => find<HTMLInputElement>('input[name=gift-card-number]')

describe('how to pay', () => {
  it('pressing the chosen payment method again deselects it @ST-12', async () => {
    await open()
    await until(() => expect(pressed()).toEqual(['CREDIT CARD']))
    await press(button('CREDIT CARD'))
    expect([pressed(), button(/^PLACE YOUR ORDER/).disabled]).toEqual([[], true])
    await press(button('GIFT CARD'))
    expect(pressed()).toEqual(['GIFT CARD'])
    await press(button('CREDIT CARD'))
    expect(pressed()).toEqual(['CREDIT CARD'])
    await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
  })

  it.each([
    ['nothing is due', allPaid()],
    [
      'the restaurant calls it paid',
      allPaid({ status: 'PaymentComplete', payments: [payment({ tender_type: 'credit_card' })] }),
    ],
  ])(
    'when %s the payment methods are gone, and only PLACE YOUR ORDER is left @ST-11 @ST-06 @AT-16',
    async (_when, ticket) => {
      const { net } = await open({ ticket })
      expect([...document.querySelectorAll('[aria-pressed]')]).toEqual([])
      expect([button('PLACE YOUR ORDER').disabled, words()?.includes('Everything is paid')]).toEqual([
        false,
        true,
      ])
      net.ticket = { ...ticket, status: 'Submitted', name: '1001' }
      await press(button('PLACE YOUR ORDER'))
      await until(() => expect(words()).toContain('Confirmed'))
      expect(net.calls.map((call) => call.path)).toEqual(['/submit'])
    },
  )

  it('a wallet that the device has stands first, whatever else is chosen', async () => {
    const stripe = stripeWithout(() => ({ on: () => undefined }))
    const withWallet = {
      create: () => ({
        mount: () => undefined,
        destroy: () => undefined,
        on: (event: string, listener: (said: object) => void) =>
          event === 'ready' && listener({ availablePaymentMethods: { applePay: true } }),
      }),
      update: () => undefined,
    }
    Object.assign(globalThis, {
      LarderSandboxPayments: () => ({
        ...stripe,
        elements: (options?: object) => (options ? withWallet : stripe.elements()),
      }),
    })
    await open()
    await until(() => find('h2', /^Payment$/))
    const wallet = () =>
      [...document.querySelectorAll('[role=group]')].find(
        (one) => one.getAttribute('aria-label') === 'Pay with a wallet' && !one.hasAttribute('inert'),
      )
    await until(() => expect(wallet()).toBeDefined())
    const isFirst = () =>
      wallet()!.compareDocumentPosition(button('CREDIT CARD')) === Node.DOCUMENT_POSITION_FOLLOWING
    expect(isFirst()).toBe(true)
    await press(button('GIFT CARD'))
    expect([wallet() !== undefined && isFirst(), numberField() !== null]).toEqual([true, true])
    await press(button('GIFT CARD'))
    expect(wallet() !== undefined && isFirst()).toBe(true)
  })

  it('a payment clears the messages of the one before it @ST-10', async () => {
    const { net } = await open()
    await press(button('GIFT CARD'))
    await fill(numberField(), '6006491234567896')
    net.say = ({ path }) =>
      path === '/importandredeemcard' ? refused(422, 'bad_request', 'We do not know this card.') : undefined
    await press(button('PAY WITH THIS CARD'))
    await until(() => expect(alerts()).toEqual(['We do not know this card.']))
    net.say = ({ path }) => (path === '/importandredeemcard' ? 'never' : undefined)
    await press(button('PAY WITH THIS CARD'))
    await until(() => expect(net.callsOf('/importandredeemcard')).toHaveLength(2))
    expect(alerts()).toEqual([])
  })
})

describe('gift cards', () => {
  const isAway = (): never => {
    throw new Error('unreachable')
  }
  it('a guest types 16 digits; what the card paid and what is left are shown, and the credit card pays the rest @AT-14', async () => {
    const { net } = await open()
    await press(button('GIFT CARD'))
    expect(button('PAY WITH THIS CARD').disabled).toBe(true)
    await fill(numberField(), '6006491234567896')
    expect(numberField().value).toBe('6006 4912 3456 7896')
    net.ticket = partPaid()
    await press(button('PAY WITH THIS CARD'))
    await until(() =>
      expect(find('section', 'Paid so far').textContent).toContain('Gift card •••• 7896−$10.00'),
    )
    expect(find('section', 'Paid so far').textContent).toContain('Left to pay$7.42')
    expect(words()).toContain('GIFT CARD USED')
    expect(net.callsOf('/importandredeemcard')).toMatchObject([
      { body: { card_number: '6006491234567896', amount: 17.42 } },
    ])
    await until(() => expect(button(/^PLACE YOUR ORDER/).textContent).toBe('PLACE YOUR ORDER · $7.42'))
  })

  it('a call that got no answer says so in the specification’s words @ER-10', async () => {
    const { net } = await open()
    await press(button('GIFT CARD'))
    await fill(numberField(), '6006491234567896')
    net.say = () => 'offline'
    await press(button('PAY WITH THIS CARD'))
    await until(() => expect(words()).toContain(paymentTimeoutText))
    expect(net.callsOf('/importandredeemcard')).toHaveLength(1)
  })

  it('says until when an order paid by gift card is held, and what happened when nobody placed it', async () => {
    const { net, db } = await open()
    await press(button('GIFT CARD'))
    await fill(numberField(), '6006491234567896')
    net.ticket = allPaid({ status: 'PaymentComplete', held_until: '2026-11-20T23:47:00.000Z' })
    await press(button('PAY WITH THIS CARD'))
    await until(() =>
      expect(words()).toMatch(
        /We hold it for you until 6:47pm( \(New York time\))?\. After that, gift cards are refunded\./,
      ),
    )
    expect(words()).toContain('GIFT CARD USED')
    const notice = {
      header: 'Your order was not placed',
      message: 'It was not placed in time. $17.42 is back on gift card •••• 7896.',
    }
    await inAct(() => saveSnapshot(db, 'draft', snapshotOf({ items: [plain], success_message: notice }), 1))
    await until(() => expect(words()).toContain('$17.42 is back on gift card •••• 7896.'))
    expect(words()).not.toContain('GIFT CARD USED')
    expect(button(/^PLACE YOUR ORDER/).textContent).toBe('PLACE YOUR ORDER · $17.42')
  })

  it('a member picks one of their own with a balance; the smaller of due and balance is redeemed @AT-13 @RO-02', async () => {
    const cards = [
      card({ id: 'empty', balance: 0, number_display: '•••• 0000' }),
      card({ balance: 1000 }),
      card({ id: 'old', card_is_expired: true, number_display: '•••• 1111' }),
    ]
    const { net } = await open({ user: user(), cards })
    await press(button('GIFT CARD'))
    await until(() => expect(words()).toContain('Balance $10.00'))
    expect([
      words()?.includes('•••• 0000'),
      words()?.includes('•••• 1111'),
      words()?.includes('Balances as of'),
    ]).toEqual([false, false, true])
    expect(words()).toContain('$7.42 is then left to pay.')
    net.ticket = partPaid()
    await press(button('PAY $10.00 WITH THIS CARD'))
    await until(() => expect(words()).toContain('Left to pay'))
    expect(net.callsOf('/redeemcard')).toMatchObject([{ body: { card_id: 'card-1', amount: 10 } }])
    await press(find('input', 'Use another card number'))
    expect(numberField()).toBeTruthy()
  })

  it('a card that was spent elsewhere shows its new balance, and offers to pay with that (B6)', async () => {
    const { net, world } = await open({ user: user(), cards: [card({ balance: 1000 })] })
    await press(button('GIFT CARD'))
    await until(() => button('PAY $10.00 WITH THIS CARD'))
    net.say = ({ path }) =>
      path === '/redeemcard'
        ? refused(409, 'insufficient_balance', 'There is less on this gift card now.')
        : undefined
    world.cards = [card({ balance: 300 })]
    await press(button('PAY $10.00 WITH THIS CARD'))
    await until(() =>
      expect(alerts()).toEqual(['There is less on this gift card now.', 'Balance is now $3.00.']),
    )
    await until(() => button('PAY $3.00 WITH THIS CARD'))
  })

  it('can be removed again where the restaurant offers that (B16)', async () => {
    const { net } = await open({ ticket: partPaid() })
    net.ticket = snapshotOf({ items: [plain] })
    await press(button('Take payments off'))
    await until(() => expect(words()).toContain('Your gift cards were refunded. $17.42 is left to pay.'))
    expect(net.callsOf('/release')).toHaveLength(1)
    await until(() => expect(button(/^PLACE YOUR ORDER/).textContent).toBe('PLACE YOUR ORDER · $17.42'))
  })

  it('have no such button at a restaurant without that call', async () => {
    await open({ ticket: partPaid(), copy: { api_extensions: [] } })
    await until(() => find('section', 'Paid so far'))
    expect(words()).not.toContain('Take payments off')
  })

  it('work when the card provider cannot be reached (N9)', async () => {
    Object.assign(globalThis, { LarderSandboxPayments: isAway })
    const { net } = await open()
    await until(() =>
      expect(words()).toContain('Card payments are unavailable just now. Your order is kept.'),
    )
    await press(button('Pay with a gift card'))
    await fill(numberField(), '6006491234567896')
    net.ticket = allPaid()
    await press(button('PAY WITH THIS CARD'))
    await until(() => expect(words()).toContain('Everything is paid'))
    expect(button('PLACE YOUR ORDER').disabled).toBe(false)
    expect(find('section', 'Paid so far').textContent).toContain('•••• 7896')
  })

  it('do not work without a signal either, and nothing claims that they do', async () => {
    Object.assign(globalThis, { LarderSandboxPayments: isAway })
    await open()
    await until(() => expect(words()).toContain('Card payments are unavailable just now.'))
    await inAct(async () => noteReachability('unreachable'))
    expect(words()).toContain('Paying needs a signal')
    expect(words()).not.toMatch(/gift card still works|Card payments are unavailable/)
    await inAct(async () => noteReachability('reachable'))
    expect(words()).toContain('A gift card still works.')
  })
})

describe('a reward', () => {
  const member = user({
    rewards: {
      is_rewards_on: true,
      reward: [{ id: 'r1', name: 'A dessert', amount_pretty: '$5.00', end: '12/31/2026' }],
    },
  })

  it('can be redeemed only where the order accepts one, and then shows its amount @ST-17 @AT-12 @OV-03 @EN-48', async () => {
    const { net } = await open({
      user: member,
      ticket: snapshotOf({ items: [plain], reward_can_be_used: true }),
    })
    await until(() => expect(button('REDEEM A dessert').disabled).toBe(false))
    const discounted = {
      ...noTotals,
      sub_total: '$16.00',
      discounts: '-$5.00',
      tax: '$0.98',
      total: '$11.98',
      due_non_tip: '$11.98',
      due: '$11.98',
    }
    net.ticket = snapshotOf({
      items: [plain],
      reward_can_be_used: false,
      totals: discounted,
      payments: [payment({ tender_type: 'reward', display_name: 'A dessert', display_amount: '$5.00' })],
    })
    await press(button('REDEEM A dessert'))
    await until(() => expect(words()).toContain('Reward redeemed for $5.00'))
    expect(net.callsOf('/reward')).toMatchObject([{ body: { reward_id: 'r1' } }])
  })

  it('whose call got no answer says so in the specification’s words @ER-10', async () => {
    const { net } = await open({
      user: member,
      ticket: snapshotOf({ items: [plain], reward_can_be_used: true }),
    })
    await until(() => expect(button('REDEEM A dessert').disabled).toBe(false))
    net.say = () => 'offline'
    await press(button('REDEEM A dessert'))
    await until(() => expect(words()).toContain(paymentTimeoutText))
    expect(net.callsOf('/reward')).toHaveLength(1)
  })

  it('cannot be redeemed otherwise @ST-17', async () => {
    const { net } = await open({
      user: member,
      ticket: snapshotOf({ items: [plain], reward_can_be_used: false }),
    })
    await until(() => expect(button('REDEEM A dessert').disabled).toBe(true))
    await press(button('REDEEM A dessert'))
    expect(net.callsOf('/reward')).toEqual([])
    expect(words()).toContain('You can’t use a reward on this order.')
  })
})

describe('refusals at the end', () => {
  const placeWith = async (options: OrderPageOptions, said: ReturnType<typeof refused>) => {
    const made = await open(options)
    await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
    made.net.say = ({ path }) => (path === '/payment' ? said : undefined)
    await press(button(/^PLACE YOUR ORDER/))
    return made
  }

  it('a time that is no longer free leads to the time step, with that time struck out (B5)', async () => {
    const slots = (sixIsFree: boolean): TicketOrder['settings'] => ({
      ...snapshotOf().settings,
      available_order_ahead_time_slots_for_the_future: [
        {
          date: '2026-11-20',
          date_to_show: 'Today',
          available_time_slots: [
            { enable: sixIsFree, display: '6:00 PM', value: '6:00pm' },
            { enable: true, display: '6:30 PM', value: '6:30pm' },
          ],
        },
      ],
    })
    const ticket = snapshotOf({
      items: [plain],
      ready_date: '2026-11-20',
      ready_time: '6:00pm',
      settings: slots(true),
    })
    const { net } = await open({ ticket })
    await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
    net.say = ({ path }) =>
      path === '/payment'
        ? refused(422, 'invalid', 'This time has just been taken. Please choose another.', 'ready_time_v2')
        : undefined
    net.ticket = { ...ticket, settings: slots(false) }
    await press(button(/^PLACE YOUR ORDER/))
    await until(() => expect(alerts()).toEqual(['This time has just been taken. Please choose another.']))
    await press(button('CHOOSE ANOTHER TIME'))
    await until(() => expect(find('s').textContent).toBe('6:00 PM'))
    expect([...find<HTMLSelectElement>('select', 'Time').options].map((one) => one.text)).toEqual([
      'Choose a time',
      '6:30 PM',
    ])
    expect(button('CONTINUE').disabled).toBe(true)
  })

  it('a kitchen that closed says when it opens, and keeps the order (B4)', async () => {
    const closed = 'The kitchen is currently closed and not accepting new orders at this time.'
    const never = {
      monday: [],
      tuesday: [],
      wednesday: [],
      thursday: [],
      friday: [],
      saturday: [],
      sunday: [],
    }
    const { active } = await placeWith({ copy: { hours: never } }, refused(409, 'kitchen_closed', closed))
    await until(() =>
      expect(alerts()).toEqual([
        closed,
        expect.stringContaining('Closed'),
        expect.stringContaining('kept on this device'),
      ]),
    )
    expect((await active())?.row.snapshot?.status).toBe('Open')
  })

  it('a code that no longer counts is removed, and the order continues without it (B7)', async () => {
    const { net } = await placeWith(
      { ticket: snapshotOf({ items: [plain], promo_code: 'WELCOME10' }) },
      refused(409, 'promo_invalid', 'The code WELCOME10 has ended.'),
    )
    await until(() => expect(alerts()).toEqual(['The code WELCOME10 has ended.']))
    net.ticket = snapshotOf({ items: [plain] })
    await press(button('CONTINUE WITHOUT IT'))
    await until(() => expect(words()).toContain('Your code was removed. Your new total is $17.42.'))
    expect(net.calls.at(-1)?.path).not.toBe('/payment')
  })

  it('a code that the restaurant has not removed yet is not said to be removed', async () => {
    await placeWith(
      { ticket: snapshotOf({ items: [plain], promo_code: 'WELCOME10' }) },
      refused(409, 'promo_invalid', 'The code WELCOME10 has ended.'),
    )
    await until(() => expect(alerts()).toEqual(['The code WELCOME10 has ended.']))
    await press(button('CONTINUE WITHOUT IT'))
    await until(() => expect(button('CONTINUE WITHOUT IT').disabled).toBe(false))
    expect(words()).not.toContain('The code is taken off.')
  })

  it('an order that was placed on another device leads to its confirmation (B11)', async () => {
    const made = await open()
    await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
    made.net.ticket = snapshotOf({ items: [plain], status: 'Submitted', name: '1001' })
    made.net.say = ({ path }) =>
      path === '/payment' ? refused(409, 'already_submitted', 'This order was placed already.') : undefined
    await press(button(/^PLACE YOUR ORDER/))
    await until(() => expect(words()).toContain('Confirmed'))
    expect(await inAct(() => made.db.placedOrders.count())).toBe(1)
  })

  it('an order that the restaurant no longer has is offered again, on the order’s own page (N16)', async () => {
    const made = await open()
    await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
    made.net.say = () => refused(404, 'not_found', 'We could not find this order.')
    await press(button(/^PLACE YOUR ORDER/))
    await until(() => expect(words()).toContain('The restaurant does not have your earlier order anymore.'))
    expect((await made.active())?.row).toMatchObject({
      lost: [{ line: { menu_item: 'dinner.pizza.margherita', quantity: 1 } }],
    })
    expect((await made.active())?.row.ticketId).toBeUndefined()
    made.net.say = () => undefined
    await press(button('Start a new order with these dishes'))
    await until(() => expect(words()).not.toContain('earlier order'))
    expect((await made.active())?.pending.map((one) => one.change.kind)).toEqual([
      'ticket.create',
      'item.add',
    ])
  })

  it('a missing answer is no failure: the payment is looked for and found, without another one (N2, P7)', async () => {
    const { net } = await open()
    await until(() => expect(button(/^PLACE YOUR ORDER/).disabled).toBe(false))
    net.say = () => 'offline'
    await press(button(/^PLACE YOUR ORDER/))
    await until(() => expect(words()).toContain('Checking your payment…'))
    await until(() => expect(words()).toContain(paymentTimeoutText))
    expect(words().indexOf('Please do not pay again')).toBeLessThan(words().indexOf(paymentTimeoutText))
    expect(document.querySelector('[role=alert]')).toBeNull()
    net.say = () => undefined
    net.ticket = allPaid({ status: 'PaymentComplete' })
    await press(button(/Check/))
    await until(() => expect(words()).toContain('Everything is paid'))
    expect(net.callsOf('/payment')).toHaveLength(1)
  })

  it('an attempt that was never sent says so, and reopening the page pays nothing (P1)', async () => {
    const { net, db } = await orderPage({ ticket: snapshotOf({ items: [plain] }), book }).then(
      async (made) => {
        await made.db.paymentAttempts.add({
          key: 'k',
          locationId: 'tavola-nyc',
          principal: 'guest',
          createdAt: 1,
          sent: false,
          payable: 'ticket',
          payableId: 'draft',
          serverId: 'ticket-1',
          kind: 'payment',
          body: { tip: 0, amount: 17.42, payment_source: 'pm_1' },
        })
        await show(made.page)
        return made
      },
    )
    await until(() =>
      expect(find('[role=alert]').textContent).toMatch(/^Not sent, and nothing was charged\./),
    )
    expect([net.callsOf('/payment'), await inAct(() => db.paymentAttempts.count())]).toEqual([[], 0])
  })
})
