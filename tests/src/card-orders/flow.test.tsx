// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import {
  type CardCall,
  cardOrder,
  cardOrderPage,
  type CardOrderPageOptions,
  CardOrdersNet,
  program,
} from '../support/card-order-page.tsx'
import { inAct } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'

/** The steps of an order for gift cards: what each sends, and what it says while sending and when it is refused. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const open = async (net: CardOrdersNet, at: string, options?: CardOrderPageOptions) => {
  const made = await cardOrderPage(net, at, options)
  await show(made.page)
  return made
}
const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const field = (name: string) => find<HTMLInputElement>('input', name)
const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))
const alerts = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)
const isChange = ({ method }: CardCall) => method === 'PUT'
const refusal = (message: string) => ({
  status: 422,
  json: { message, code: 'bad_request', errors: [{ message }] },
})
const item = (price: number, at = 0) => ({ index: at + 1, item: 'giftcard' as const, price, quantity: 1 })
const withItems = (...prices: number[]): CardOrder => cardOrder({ items: prices.map(item) })

describe('the programs', () => {
  it.each(['SendText', 'SendEmail', 'Purchase'])(
    '%s: the only one is not asked about, and is the one that is ordered @ST-30 @ST-31',
    async (type) => {
      const net = new CardOrdersNet()
      net.programs = [program('harvest')]
      await open(net, `/flow/${type}`)
      await title('Choose an amount')
      await press(field('$50.00'))
      await press(button('CONTINUE'))
      await title('Have a promo code?')
      expect(net.changes()).toEqual([
        { items: [{ item: 'giftcard', price: 50, quantity: 1, program_id: 'harvest' }] },
      ])
    },
  )

  it.each(['SendText', 'SendEmail', 'Purchase'])(
    '%s: with several one is chosen first, and is the one that is ordered @ST-30 @ST-31 @ST-29',
    async (type) => {
      const net = new CardOrdersNet()
      net.programs = [program('classic'), program('harvest')]
      await open(net, `/flow/${type}`)
      await title('Choose a card')
      await press(await until(() => button('The harvest card')))
      await title('Choose an amount')
      await press(field('$25.00'))
      await press(button('CONTINUE'))
      await until(() =>
        expect(net.changes()).toMatchObject([{ items: [{ price: 25, program_id: 'harvest' }] }]),
      )
    },
  )

  it('the only one stands as answered before the second step, and can be looked at', async () => {
    const net = new CardOrdersNet()
    net.programs = [program('harvest')]
    await open(net, '/flow/SendEmail')
    await title('Choose an amount')
    expect(document.body.textContent).toContain('Step 2 of 6')
    expect(find('[aria-label="Your answers so far"]').textContent).toBe('CardThe harvest cardChange')
    await press(button('Change card'))
    await title('Choose a card')
  })

  it('look as the restaurant’s gift cards do, with what each is and costs, and not as the picture beside it', async () => {
    const net = new CardOrdersNet()
    const picture = { image: 'https://pictures.example/dinner.webp' }
    net.programs = [
      { ...program('classic'), ...picture },
      { ...program('harvest'), ...picture, amount: '$120.00' },
    ]
    const look = { pattern: 'frame', ground: '#7a1712', motif: '#f3dcae', ink: 'light' }
    const design = { id: 'classic', name: 'Classic', words: 'A gift for you', ...look }
    net.say = ({ path }) =>
      path === '/programs' ? { status: 200, json: { programs: net.programs, designs: [design] } } : undefined
    await open(net, '/flow/SendEmail')
    await title('Choose a card')
    const cards = await until(() => {
      const all = [...document.querySelectorAll('form li button')]
      expect(all).toHaveLength(2)
      return all
    })
    expect(cards.map((card) => card.querySelector('img'))).toEqual([null, null])
    expect(cards.map((card) => card.querySelectorAll('svg').length)).toEqual([1, 1])
    expect(cards[0]!.textContent).toContain('The classic card')
    expect(cards[1]!.textContent).toMatch(/The harvest card\$120\.00$/)
  })

  it('look as their own kind, and the card is bought as it looked; other kinds’ looks are not offered', async () => {
    const net = new CardOrdersNet()
    const look = { motif: '#f3dcae', ink: 'light' as const }
    const classic = {
      id: 'classic',
      name: 'Classic',
      words: 'A',
      pattern: 'frame',
      ground: '#7a1712',
      ...look,
    }
    const sweet = { id: 'sweet', name: 'Sweet', words: 'B', pattern: 'dots', ground: '#5a1f2b', ...look }
    const birthday = { id: 'bd', name: 'Birthday', words: 'C', pattern: 'stars', ground: '#112233', ...look }
    net.programs = [program('classic', { design: classic }), program('harvest', { design: sweet })]
    const designs = [classic, sweet, birthday]
    net.say = ({ path }) =>
      path === '/programs' ? { status: 200, json: { programs: net.programs, designs } } : undefined
    await open(net, '/flow/SendEmail')
    await title('Choose a card')
    const grounds = (within: string) =>
      [...document.querySelectorAll(`${within} svg`)].map((art) =>
        art.querySelector('rect')!.getAttribute('fill'),
      )
    await until(() => expect(grounds('form li button')).toEqual(['#7a1712', '#5a1f2b']))
    await press(button(/The harvest card/))
    await title('Choose an amount')
    expect(
      [...document.querySelectorAll<HTMLInputElement>('[name=design]')].map(({ value }) => value),
    ).toEqual(['sweet', 'bd'])
    // The card's own design has no border; a design for an occasion is bordered in the design of its kind.
    const preview = 'figure[aria-label="Your gift card"]'
    await until(() => expect(grounds(preview)).toEqual(['#5a1f2b']))
    expect(find(preview).textContent).toContain('The harvest card')
    await press(find('[name=design][value=bd]'))
    await until(() => expect(grounds(preview)).toEqual(['#112233', '#5a1f2b']))
    await press(find('[name=design][value=sweet]'))
    await press(field('$25.00'))
    await press(button('CONTINUE'))
    await until(() => expect(net.changes()).toMatchObject([{ design_id: 'sweet' }]))
  })

  it('are not followed by a promo code where the restaurant takes none', async () => {
    const net = new CardOrdersNet()
    net.programs = [program('harvest')]
    await open(net, '/flow/SendEmail', { settings: { promo_codes: { enable: false } } })
    await title('Choose an amount')
    await press(field('$50.00'))
    await press(button('CONTINUE'))
    await until(() => expect(find('form h2').textContent).not.toBe('Choose an amount'))
    expect(find('form h2').textContent).not.toBe('Have a promo code?')
    expect(find('[name=recipient_email]')).toBeTruthy()
  })

  const sums = () =>
    [...document.querySelectorAll('[aria-label="Order summary"] dl > div')].map((line) => line.textContent)

  it('the panel shows the chosen amount before it is sent, and no amount due while a code may change it @GC-32', async () => {
    const net = new CardOrdersNet()
    const row = { type: 'Purchase' as const, step: 1, snapshot: cardOrder({ type: 'Purchase' }) }
    const { db } = await open(net, '/flow/Purchase', { row })
    await title('Choose an amount')
    await press(field('$50.00'))
    await until(() => expect(sums()).toEqual(['Subtotal$50.00', 'Amount Due$50.00']))
    await press(field('Other Amount'))
    await fill(field('Amount in dollars'), '42.50')
    await until(() => expect(sums()).toEqual(['Subtotal$42.50', 'Amount Due$42.50']))
    const snapshot = cardOrder({ type: 'Purchase', promo_code: 'TEN', items: [item(25)] })
    await inAct(() => db.cardOrders.update('order-1', { snapshot }))
    await until(() => expect(sums()).toEqual(['Subtotal$42.50']))
    expect(net.changes()).toEqual([])
  })

  it('the panel shows the single amount of a program without a tap @GC-32', async () => {
    const net = new CardOrdersNet()
    net.programs = [program('dinner', { amount: '$120.00' })]
    const row = { type: 'Purchase' as const, step: 1, snapshot: cardOrder({ type: 'Purchase' }) }
    await open(net, '/flow/Purchase', { row })
    await title('Choose an amount')
    await until(() => expect(sums()).toEqual(['Subtotal$120.00', 'Amount Due$120.00']))
  })

  it('the panel shows the new single amount to a buyer who comes back after it has changed (X10)', async () => {
    const net = new CardOrdersNet()
    net.programs = [program('dinner', { amount: '$120.00' }), program('classic')]
    const row = { type: 'Purchase' as const, step: 1, programId: 'dinner' }
    await open(net, '/flow/Purchase', { row: { ...row, snapshot: cardOrder({ type: 'Purchase' }) } })
    await title('Choose an amount')
    await until(() => expect(sums()).toEqual(['Subtotal$120.00', 'Amount Due$120.00']))
    net.programs = [program('dinner', { amount: '$130.00' }), program('classic')]
    await press(button('BACK'))
    await title('Choose a card')
    await press(button(/dinner/i))
    await title('Choose an amount')
    await until(() => expect(sums()).toEqual(['Subtotal$130.00', 'Amount Due$130.00']))
  })

  it('the first is preselected when the amount step is opened without one @ST-30', async () => {
    const net = new CardOrdersNet()
    net.programs = [program('classic'), program('harvest')]
    await open(net, '/flow/SendText', { row: { type: 'SendText', step: 1 } })
    await title('Choose an amount')
    await press(field('$25.00'))
    await until(() => expect(button('CONTINUE').disabled).toBe(false))
    await press(button('CONTINUE'))
    await until(() => expect(net.changes()).toMatchObject([{ items: [{ program_id: 'classic' }] }]))
  })
})

describe('a change of the order', () => {
  const openPrice = async (net: CardOrdersNet) => {
    await open(net, '/flow/SendPhysical', { row: { snapshot: withItems(30) } })
    await title('Choose price and quantity')
  }
  const continueWith = async (price: string): Promise<void> => {
    await fill(field('Price'), price)
    await press(button('CONTINUE'))
  }

  it('that was refused is dropped before another card is added @ST-33 @ER-08', async () => {
    const net = new CardOrdersNet()
    await openPrice(net)
    net.say = (call) => (isChange(call) ? refusal('We do not sell cards of $99.00.') : undefined)
    await continueWith('99')
    await until(() => expect(alerts()).toEqual(['ErrorWe do not sell cards of $99.00.']))
    await title('Choose price and quantity')
    net.say = () => undefined
    await continueWith('25')
    await title('Review Order')
    expect(net.changes().at(-1)).toEqual({
      items: [
        { item: 'giftcard', price: 30, quantity: 1 },
        { item: 'giftcard', price: 25, quantity: 1 },
      ],
    })
    await press(button('Add Another'))
    await title('Choose price and quantity')
  })

  it('clears earlier messages and is covered by an overlay while it is being sent @ST-36', async () => {
    const net = new CardOrdersNet()
    await openPrice(net)
    net.say = (call) => (isChange(call) ? refusal('Not today.') : undefined)
    await continueWith('99')
    await until(() => expect(alerts()).toEqual(['ErrorNot today.']))
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    let go: (() => void) | undefined
    net.say = async (call) => {
      if (isChange(call)) await new Promise<void>((resolve) => (go = resolve))
      return undefined
    }
    await press(button('CONTINUE'))
    await until(() => expect(find('[aria-busy=true] [role=status]', 'One second…')).toBeTruthy())
    expect(alerts()).toEqual([])
    go!()
    await title('Review Order')
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
  })

  it('whose 200 says that it is an error stays on its step, with the error’s words @ST-36 @ER-05 @ER-08', async () => {
    const net = new CardOrdersNet()
    const { db } = await open(net, '/flow/SendPhysical', { row: { snapshot: withItems(30) } })
    await title('Choose price and quantity')
    const error = { message: 'The printer of cards is out of order.' }
    net.say = (call) =>
      isChange(call)
        ? { status: 200, json: { card_order: { ...net.order, has_error: true, error } } }
        : undefined
    await continueWith('25')
    await until(() => expect(alerts()).toEqual(['ErrorThe printer of cards is out of order.']))
    await title('Choose price and quantity')
    expect((await db.cardOrders.toArray()).map(({ step }) => step)).toEqual([0])
  })

  it('that cannot be started says so, and starts at the second try @ST-36 @ER-08 @ER-05', async () => {
    const net = new CardOrdersNet()
    const error = { message: 'No cards today.' }
    net.say = ({ path }) =>
      path === '/card/order/start'
        ? { status: 200, json: { card_order: { ...cardOrder(), has_error: true, error } } }
        : undefined
    await open(net, '/flow/SendPhysical')
    await until(() => expect(alerts()).toEqual(['ErrorNo cards today.']))
    net.say = () => undefined
    await press(button('Try again'))
    await title('Choose price and quantity')
  })
})

describe('the review', () => {
  it('sends what was changed before another card is added, and stays there', async () => {
    const net = new CardOrdersNet()
    await open(net, '/flow/SendPhysical', { row: { step: 1, snapshot: withItems(30, 40) } })
    await title('Review Order')
    await press(button(/^Remove/))
    await press(button('Add Another'))
    await title('Choose price and quantity')
    await fill(field('Price'), '25')
    await press(button('CONTINUE'))
    await title('Review Order')
    expect(net.changes()).toEqual([
      { items: [{ item: 'giftcard', price: 40, quantity: 1 }] },
      {
        items: [
          { item: 'giftcard', price: 40, quantity: 1 },
          { item: 'giftcard', price: 25, quantity: 1 },
        ],
      },
    ])
  })

  it('is left with what it shows, not with a change that was on its way', async () => {
    const net = new CardOrdersNet()
    let answer = (): void => undefined
    const told = new Promise<void>((resolve) => (answer = resolve))
    const { db } = await open(net, '/flow/SendPhysical', { row: { step: 1, snapshot: withItems(30) } })
    await title('Review Order')
    net.say = async (call) => {
      if (isChange(call)) await told
      return undefined
    }
    await fill(field('Price'), '35')
    await until(() => expect(net.changes()).toHaveLength(1))
    await fill(field('Price'), '30')
    await press(button('Add Another'))
    answer()
    await title('Choose price and quantity')
    expect((await inAct(() => db.cardOrders.toArray()))[0]).toMatchObject({
      step: 0,
      snapshot: { items: [{ price: 30 }] },
    })
  })

  it('continues with cards only: a wrong row and an empty list block it @VA-10', async () => {
    const net = new CardOrdersNet()
    await open(net, '/flow/SendPhysical', { row: { step: 1, snapshot: withItems(30) } })
    await title('Review Order')
    expect(button('CONTINUE').disabled).toBe(false)
    await fill(field('Price'), '0')
    expect(button('CONTINUE').disabled).toBe(true)
    await fill(field('Price'), '30')
    expect(button('CONTINUE').disabled).toBe(false)
    await press(button(/^Remove/))
    expect(document.body.textContent).toContain('No cards in this order.')
    expect(button('CONTINUE').disabled).toBe(true)
  })
})

describe('a gift that waits for its time', () => {
  /** Choose a time zone at least an hour from the device's. */
  const zone = new Date().getTimezoneOffset() === 600 ? 'America/New_York' : 'Pacific/Honolulu'
  const waiting = (local: string): CardOrder =>
    cardOrder({
      type: 'SendEmail',
      status: 'Submitted',
      items: [item(25)],
      recipient_first_name: 'Vera',
      recipient_last_name: 'Lund',
      recipient_email: 'vera@example.com',
      gift: { state: 'scheduled', can_change: true },
      send_at_local: local,
      send_time_zone: zone,
    })
  const openForm = async (local: string) => {
    const net = new CardOrdersNet()
    net.order = waiting(local)
    await open(net, '/sent', { extensions: ['gift_schedule'] })
    await press(await until(() => button('CHANGE THIS GIFT')))
    await until(() => expect(field('Time').value).toBe(local.slice(11)))
    return net
  }
  const ahead = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

  it.each([
    { when: 'far ahead', local: `${ahead}T09:00` },
    { when: 'due', local: '2020-01-02T09:00' },
  ])(
    'keeps its time when only the words are changed, in whichever time zone that is done ($when)',
    async ({ local }) => {
      const net = await openForm(local)
      await fill(field('First name'), 'Veronica')
      await press(button('SAVE CHANGES'))
      await until(() => expect(net.changes()).toEqual([{ recipient_first_name: 'Veronica' }]))
    },
  )

  it('gets another time in the intended time zone', async () => {
    const net = await openForm(`${ahead}T09:00`)
    await fill(field('Time'), '10:30')
    await press(button('SAVE CHANGES'))
    await until(() =>
      expect(net.changes()).toEqual([{ send_at_local: `${ahead}T10:30`, send_time_zone: zone }]),
    )
  })
})

describe('a gift that is not good any more', () => {
  const gift = cardOrder({
    type: 'SendEmail',
    status: 'Submitted',
    items: [item(25)],
    recipient_first_name: 'Vera',
    recipient_email: 'vera@example.com',
    gift: { state: 'stopped', can_change: false },
    payments: [{ payment_amount: '$25.00', display_name: 'Visa ending in 4242' }],
  })

  it('leads to the restaurant when the reason is unknown', async () => {
    const net = new CardOrdersNet()
    net.order = gift
    await open(net, '/sent')
    await until(() => expect(find('[role=status]').textContent).toContain('Please call the restaurant'))
    expect(document.body.textContent).not.toContain('Money back')
  })

  const back = (amount: string): CardOrder['refunds'] => [
    {
      id: 'r1',
      at: '2026-11-20T18:00:00Z',
      display: '11/20/2026 1:00pm',
      amount,
      parts: [{ display_name: 'Visa ending in 4242', tender_type: 'credit_card', amount }],
    },
  ]

  it('is not called refunded when only a part was', async () => {
    const net = new CardOrdersNet()
    net.order = { ...gift, refunds: back('$5.00') }
    await open(net, '/sent')
    await until(() => expect(find('section h2').textContent).toBe('Money back'))
    expect(find('[role=status]').textContent).toContain('Please call the restaurant')
  })

  it('says how much was refunded, and to what', async () => {
    const net = new CardOrdersNet()
    net.order = { ...gift, refunds: back('$25.00') }
    await open(net, '/sent')
    await until(() => expect(find('section h2').textContent).toBe('Money back'))
    const said = document.body.textContent
    expect(said).toContain('$25.00 goes back to Visa ending in 4242; allow 5–10 business days.')
    expect(said).toContain('It was refunded. The gift card is no longer valid.')
    expect(said).not.toContain('Please call the restaurant')
  })

  it.each([
    {
      what: 'the bank sent back',
      part: { failed_at: '2026-11-21T18:00:00Z' },
      state: 'This gift card is no longer valid. Please call the restaurant.',
      back: 'Your bank sent $25.00 for Visa ending in 4242 back to us.',
    },
    {
      what: 'the bank is deciding about',
      part: { dispute: 'open' as const },
      state: 'The gift card is no longer valid.',
      back: 'Your bank is looking into $25.00 paid with Visa ending in 4242',
    },
    {
      what: 'the bank has taken',
      part: { dispute: 'lost' as const, done_at: '2026-11-21T18:00:00Z' },
      state: 'The gift card is no longer valid.',
      back: 'Your bank has taken $25.00 back for you.',
    },
  ])('calls nothing refunded that $what', async ({ part, state, back: said }) => {
    const net = new CardOrdersNet()
    net.order = {
      ...gift,
      refunds: back('$25.00')!.map((one) => ({ ...one, parts: [{ ...one.parts[0]!, ...part }] })),
    }
    await open(net, '/sent')
    await until(() => expect(find('section h2').textContent).toBe('Money back'))
    expect(find('[role=status]').textContent).toBe(state)
    expect(find('section[aria-label="Money back"]').textContent).toContain(said)
  })
})

describe('the address', () => {
  it('is completed from a street that is found, and sent with all its parts @GC-28', async () => {
    const net = new CardOrdersNet()
    net.say = ({ path }) => {
      if (path.startsWith('/places?'))
        return { status: 200, json: { places: [{ id: 'p1', description: '12 Harbor Lane, Portland' }] } }
      const place = {
        street_number: '12',
        route: 'Harbor Lane',
        city: 'Portland',
        state: 'ME',
        zip: '04101',
        terms: [],
      }
      return path === '/places/p1' ? { status: 200, json: { place } } : undefined
    }
    await open(net, '/flow/SendPhysical', { row: { step: 3, snapshot: withItems(30) } })
    await title('Where should it go?')
    await fill(field('First name'), 'Vera')
    await fill(field('Last name'), 'Lund')
    await fill(find<HTMLInputElement>('[name=recipient_address]'), '12 Har')
    await press(await until(() => find('[role=option]', /12 Harbor Lane/)))
    await until(() => expect(find<HTMLInputElement>('[name=recipient_zip]').value).toBe('04101'))
    await press(button('CONTINUE'))
    await title('Would you like to include a personal message?')
    expect(net.changes()).toMatchObject([
      {
        recipient_first_name: 'Vera',
        recipient_address: '12 Harbor Lane',
        recipient_city: 'Portland',
        recipient_state: 'ME',
        recipient_zip: '04101',
      },
    ])
  })
})
