// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { centsFromNumber, formatCents } from '#contract/money.ts'
import { dayText } from '#lib/time/day-text.ts'
import { localTime } from '#contract/local-time.ts'
import { putPlaced } from '#db/placed-orders.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { keys } from '#lib/query/keys.ts'
import {
  alerts,
  book,
  button,
  openCheckout,
  ordered,
  plain,
  settings,
  title,
  words,
} from '../support/checkout-page.tsx'
import { user } from '../support/account.ts'
import { location } from '../support/merchant-data.ts'
import { inAct, type OrderNet, orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { fill, find, leavePage, press, pressAt, setMedia, show, until } from '../support/screen.tsx'
import { snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

/** Stores the updates in the ticket, as the real server does. */
const storeUpdates = (net: OrderNet): void => {
  net.say = ({ method, body }) => {
    if (method === 'GET') return undefined
    const { ready_date_v2, ready_time_v2, tip, tip_percent, ...told } = body as Record<string, unknown>
    net.ticket = {
      ...net.ticket,
      ...told,
      ...(ready_date_v2 !== undefined && {
        ready_date: String(ready_date_v2),
        ready_time: String(ready_time_v2),
      }),
      ...(typeof tip === 'number' && {
        tip: formatCents(centsFromNumber(tip)),
        tip_percent: tip_percent as number | undefined,
      }),
    }
    return undefined
  }
}

describe('a guest who ordered on this device before', () => {
  // Before the days that can be chosen.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T23:00:00Z') }))
  afterEach(() => void vi.useRealTimers())

  const ada = {
    recipient_first_name: 'Ada',
    recipient_last_name: 'Marsh',
    recipient_email: 'ada@example.test',
    recipient_phone: '2125550177',
    recipient_address: '1 Main Street',
    recipient_city: 'New York',
    recipient_state: 'NY',
    recipient_zip: '10011',
    recipient_comment: 'Extra napkins',
    vehicle_make: 'Volvo',
    vehicle_model: 'V60',
  }
  const last = (changes: Partial<TicketOrder> = {}) =>
    snapshotOf({ id: 'last', status: 'Submitted', items: [plain], ...ada, ...changes })
  const openAfter = async (
    placed: TicketOrder,
    options: OrderPageOptions = {},
    change: (net: OrderNet) => void = () => undefined,
  ) => {
    const made = await orderPage({ ticket: ordered(), book, ...options })
    const who = { locationId: 'tavola-nyc', principal: options.user ? 'ada' : 'guest' }
    await putPlaced(made.db, { ...who, ticketId: placed.id, placedAt: 1, ticket: placed })
    storeUpdates(made.net)
    change(made.net)
    await show(made.page)
    await until(() => find('form'))
    return made
  }
  it('took the usual tip off this one: it stays off in another tab and after the app was closed', async () => {
    const { net, db } = await openAfter(last({ use_curbside: true, tip: '$2.40', tip_percent: 15 }))
    await title('When should it be ready?')
    await press(button('CONTINUE'))
    await title('Payment')
    await pressAt(button('Tip 15%'), 1000)
    await until(() => expect(net.calls.at(-1)!.body).toEqual({ tip: 0 }))
    await until(() => expect(button('Tip 15%').getAttribute('aria-pressed')).toBe('false'))
    await leavePage()
    // Clears everything that the tab keeps.
    sessionStorage.clear()
    const again = await orderPage({ book, kept: db, ticket: net.ticket })
    storeUpdates(again.net)
    await show(again.page)
    await title('Payment')
    expect(button('Tip 15%').getAttribute('aria-pressed')).toBe('false')
    expect(again.net.calls.filter(({ body }) => body && 'tip' in (body as object))).toEqual([])
  })

  const field = (name: string) => find<HTMLInputElement>(`[name="${name}"]`).value

  const answers = () =>
    [...document.querySelectorAll('[aria-label="Your answers so far"] li')].map((one) => one.textContent)

  it('is asked for nothing that they said then but the day, and sees it all before paying', async () => {
    const { net } = await openAfter(last({ use_curbside: true, tip: '$2.40', tip_percent: 15 }))
    await title('When should it be ready?')
    await press(button('CONTINUE'))
    await title('Payment')
    expect(net.calls.map(({ body }) => body)).toMatchObject([
      { use_curbside: true },
      { ready_date_v2: '2026-11-20', ready_time_v2: '6:00pm' },
      {
        recipient_first_name: 'Ada',
        recipient_phone: '2125550177',
        vehicle_make: 'Volvo',
        recipient_comment: '',
      },
      { tip: 2.4 },
    ])
    expect(answers()).toEqual([
      'Order typeCurbside pickupChange',
      // A device in another time zone is told the restaurant's.
      expect.stringMatching(/^TimeFri, Nov 20, 6:00 PM( \(New York time\))?Change$/),
      'ContactAda Marsh, (212) 555-0177Change',
      'Promo codeAdd',
      'Tip$2.4010%15%20%Other',
    ])
    await press(button('Change contact'))
    await title('Who is picking it up?')
    expect([field('recipient_phone'), field('recipient_comment')]).toEqual(['(212) 555-0177', ''])
    // The car is shown as one line until the guest changes it.
    expect(document.querySelector('[name="vehicle_model"]')).toBeNull()
    expect(find('ul', 'Your car').textContent).toBe('CarVolvo V60Change')
    await press(button('Change car'))
    expect(document.activeElement).toBe(find('[name="vehicle_make"]'))
    expect(field('vehicle_model')).toBe('V60')
    await press(button('CONTINUE'))
    await title('Payment')
    await press(button('Add a promo code'))
    await title('Have a promo code?')
  })

  it('elsewhere, a member, is asked for as little, once their orders have come with the account', async () => {
    const { settings: all } = location()
    const settings = { ...all, promo_codes: { enable: true }, meals: { ticket_history: { enable: true } } }
    const made = await orderPage({ ticket: ordered(), book, user: user(), copy: { settings } })
    const session = { token: 't', refreshToken: 'r', expiresAt: 1, signedInAt: 1, email: 'ada@example.test' }
    await made.db.sessions.put({ ...session, locationId: 'tavola-nyc', principal: 'ada' })
    storeUpdates(made.net)
    const { say } = made.net
    made.net.say = (call) =>
      call.path === '/ticketorder/history'
        ? { status: 200, json: { ticket_orders: [last({ use_curbside: true, tip_percent: 20 })] } }
        : say(call)
    // The account's details arrive last, and still take precedence over those of an order.
    const { readUser } = made.services
    let tell = (): void => undefined
    const told = new Promise<void>((resolve) => (tell = resolve))
    Object.assign(made.services, {
      readUser: async (show: never) => {
        await told
        return await readUser(show)
      },
    })
    await show(made.page)
    await until(() => expect(made.client.getQueryData(keys.ownOrders('tavola-nyc'))).toHaveLength(1))
    for (let turn = 0; turn < 20; turn++) expect((await made.active())?.pending).toEqual([])
    expect(made.net.calls.map(({ path }) => path)).toEqual(['/ticketorder/history'])
    tell()
    await title('When should it be ready?')
    await press(button('CONTINUE'))
    await title('Payment')
    expect(answers()).toMatchObject([
      'Order typeCurbside pickupChange',
      expect.anything(),
      'ContactAda Guest, (212) 555-0177Change',
      expect.anything(),
      'Tip$3.2010%15%20%Other',
    ])
  })

  it('is asked for the order type, like a guest who never ordered here', async () => {
    const inside = { ...settings, show_pickup_option: true }
    const { net, db, router } = await openAfter(last(), { ticket: ordered({ settings: inside }) })
    await title('When should it be ready?')
    await inAct(() => router.navigate({ to: '/ordercart' } as never))
    const next = { locationId: 'tavola-nyc', principal: 'guest', ticketId: 'next', placedAt: 2 }
    await inAct(() => putPlaced(db, { ...next, ticket: last({ id: 'next', use_curbside: true }) }))
    keepStep('delivery')
    await until(() => button('CONTINUE'))
    expect(net.calls).toEqual([])
    await press(button('CONTINUE'))
    await title('When should it be ready?')
    expect(net.calls.map(({ body }) => body)).toMatchObject([{ use_curbside: true }])
  })

  it.each([
    { last: 'a delivery', way: { use_delivery: true }, asks: 'Who is picking it up?' },
    { last: 'an order at the curb, without a car', way: { use_curbside: true }, asks: 'Payment' },
  ])('is asked for a car that nobody knows of, once: after $last', async ({ way, asks }) => {
    await openAfter(last({ ...way, vehicle_make: '', vehicle_model: '' }))
    await title('use_delivery' in way ? 'When should it arrive?' : 'When should it be ready?')
    await press(button('Change order type'))
    await title('How would you like it?')
    await press(find('input', /^Curbside pickup/))
    await press(button('CONTINUE'))
    await title('When should it be ready?')
    await press(button('CONTINUE'))
    await title(asks)
  })

  it('is asked how they would like it where the restaurant does not offer the last way any more', async () => {
    const { net } = await openAfter(last({ use_delivery: true }), {
      ticket: ordered({ settings: { ...settings, show_delivery_option: false, show_pickup_option: true } }),
    })
    await title('How would you like it?')
    expect(net.calls).toEqual([])
  })

  it('is asked again where this order was to come in a way that is not offered any more', async () => {
    const offered = { ...settings, show_curbside_option: false, show_pickup_option: true }
    const { net } = await openAfter(last(), { ticket: ordered({ use_curbside: true, settings: offered }) })
    await title('How would you like it?')
    expect(net.calls).toEqual([])
  })

  it('is asked with the restaurant’s words where it refuses the last way', async () => {
    await openAfter(last({ use_delivery: true }), {}, (net) => {
      net.say = () => refused(422, 'invalid', 'We do not deliver tonight.', 'use_delivery')
    })
    await title('How would you like it?')
    await until(() => expect(alerts()).toEqual(['We do not deliver tonight.']))
    expect(find<HTMLInputElement>('input', /^Delivery/).checked).toBe(true)
  })

  it('who picked it up inside is not asked either, and comes back to the question by BACK', async () => {
    const inside = { ...settings, show_pickup_option: true }
    const { net } = await openAfter(last(), { ticket: ordered({ settings: inside }) })
    await title('When should it be ready?')
    expect(answers()).toEqual(['Order typePickupChange'])
    await press(button('BACK'))
    await title('How would you like it?')
    expect(find<HTMLInputElement>('input', /^Pickup/).checked).toBe(true)
    expect(net.calls).toEqual([])
  })

  it('wanted no tip then, and has that chosen', async () => {
    keepStep('tip')
    await openAfter(last({ tip: '$0.00' }))
    await until(() => expect(find<HTMLInputElement>('input', 'No tip').checked).toBe(true))
  })

  it('tipped an amount then, which another order makes another share: none is chosen', async () => {
    keepStep('information')
    await openAfter(last({ tip: '$7.00' }))
    await until(() => expect(field('recipient_first_name')).toBe('Ada'))
    await press(button('CONTINUE'))
    await title('Payment')
    for (const name of ['Tip 10%', 'Tip 15%', 'Tip 20%', 'Other tip'])
      expect(button(name).getAttribute('aria-pressed')).toBe('false')
  })

  it('takes an address whole from one place', async () => {
    keepStep('information')
    await openAfter(last(), {
      ticket: ordered({
        use_delivery: true,
        recipient_address: '9 Hudson Street',
        recipient_city: 'Hoboken',
      }),
    })
    await until(() => expect(field('recipient_first_name')).toBe('Ada'))
    expect([field('recipient_address'), field('recipient_city'), field('recipient_zip')]).toEqual([
      '9 Hudson Street',
      'Hoboken',
      '',
    ])
  })
})

describe('where the last order cannot be read on this device', () => {
  it('how they would like it is asked, as of somebody who never ordered here', async () => {
    const made = await orderPage({ ticket: ordered(), book })
    vi.spyOn(made.db.placedOrders, 'where').mockImplementation(() => {
      throw new Error('the store is gone')
    })
    await show(made.page)
    await title('How would you like it?')
    expect(made.net.calls).toEqual([])
  })
})

describe('the earliest time', () => {
  /** Computed in each test, so that no test runs across midnight in New York. */
  const today = (): string => localTime(Date.now(), 'America/New_York').date
  const open6 = () => [
    {
      date: today(),
      date_to_show: 'Today',
      available_time_slots: [
        { enable: false, display: '5:45 PM', value: '5:45pm' },
        { enable: true, display: '6:00 PM', value: '6:00pm' },
      ],
    },
  ]
  const today6 = () => ({ ...settings, available_order_ahead_time_slots_for_the_future: open6() })

  it('is preselected when it is today, and can be changed', async () => {
    const { net } = await openCheckout({ ticket: ordered({ settings: today6() }) })
    storeUpdates(net)
    await press(find('input', /^Curbside pickup/))
    await press(button('CONTINUE'))
    await title('Who is picking it up?')
    expect(net.calls.map(({ body }) => body)).toMatchObject([
      { use_curbside: true },
      { ready_date_v2: today(), ready_time_v2: '6:00pm' },
    ])
    expect(words()).toContain('Today, 6:00 PM')
    await press(button('Change time'))
    await title('When should it be ready?')
  })

  it('is asked for when somebody else has taken it, with the restaurant’s words', async () => {
    const { net } = await openCheckout({ ticket: ordered({ settings: today6() }) })
    await press(find('input', /^Curbside pickup/))
    net.say = ({ body }) =>
      JSON.stringify(body).includes('ready_time_v2')
        ? refused(422, 'invalid', 'This time has just been taken.', 'ready_time_v2')
        : undefined
    await press(button('CONTINUE'))
    await title('When should it be ready?')
    await until(() => expect(alerts()).toEqual(['This time has just been taken.']))
  })
})

describe('an order from a menu with hours', () => {
  // A Friday evening, when the menu is being served, so nothing is said about later.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T23:00:00Z') }))
  afterEach(() => void vi.useRealTimers())
  const none = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
  const served = (hours: Partial<OpeningHours>) => ({
    menus: [{ ...book.menus[0]!, served: { ...none, ...hours } }],
  })
  const optionsOf = (name: string) =>
    [...document.getElementById(labelled(name).htmlFor)!.querySelectorAll('option')].map(
      (one) => one.textContent,
    )
  const labelled = (name: string) => find<HTMLLabelElement>('label', name)
  const openTimes = async (hours: Partial<OpeningHours>) => {
    const made = await openCheckout({ book: served(hours) })
    storeUpdates(made.net)
    await press(find('input', /^Curbside pickup/))
    await press(button('CONTINUE'))
    await title('When should it be ready?')
    return made
  }

  it('can be ready only while that menu is served', async () => {
    await openTimes({ saturday: [['12:00', '13:00']] })
    const today = localTime(Date.now(), 'America/New_York').date
    await until(() => expect(optionsOf('Date')).toEqual([dayText('2026-11-21', today)]))
    expect(optionsOf('Time')).toEqual(['Choose a time', '12:00 PM'])
    expect(words()).toContain('Dinner: Served from')
  })

  it('that is served now, but not long enough for an order today, says until when', async () => {
    vi.setSystemTime('2026-11-20T17:30:00-05:00')
    await openTimes({ friday: [['17:00', '17:50']], saturday: [['12:00', '13:00']] })
    const today = localTime(Date.now(), 'America/New_York').date
    await until(() => expect(optionsOf('Date')).toEqual([dayText('2026-11-21', today)]))
    expect(words()).toContain('Dinner: Served until 5:50pm.')
  })

  it('says so when there is no such time, and leads nowhere', async () => {
    await openTimes({ sunday: [['12:00', '13:00']] })
    await until(() => expect(words()).toContain('Your dishes are not all available at the same time.'))
    expect(button('CONTINUE').disabled).toBe(true)
  })
})

describe('the tip beside the payment', () => {
  beforeEach(() => keepStep('payment'))
  const tips = (net: OrderNet) =>
    net.calls.filter(({ body }) => 'tip' in (body as object)).map(({ body }) => body)

  it('is a percentage with one tap, and none with the next', async () => {
    const { net, services } = await openCheckout({ ticket: ordered({ use_curbside: true }) })
    storeUpdates(net)
    const record = vi.spyOn(services, 'record')
    await pressAt(button('Tip 15%'), 1000)
    await until(() => expect(button('Tip 15%').getAttribute('aria-pressed')).toBe('true'))
    await until(() => expect(tips(net)).toEqual([{ tip: 2.4, tip_percent: 15 }]))
    // The second tap of a double tap does not remove the tip again.
    await pressAt(button('Tip 15%'), 1200)
    expect(record).toHaveBeenCalledTimes(1)
    await pressAt(button('Tip 15%'), 2000)
    await until(() => expect(tips(net)).toEqual([{ tip: 2.4, tip_percent: 15 }, { tip: 0 }]))
  })

  it('stays the share that was tapped on an API that tells amounts alone, where its second tap takes it off, too', async () => {
    const { net } = await openCheckout({ ticket: ordered({ use_curbside: true, tip: '$2.40' }) })
    storeUpdates(net)
    await until(() => expect(button('Tip 15%').getAttribute('aria-pressed')).toBe('true'))
    expect(button('Other tip').getAttribute('aria-pressed')).toBe('false')
    await pressAt(button('Tip 15%'), 1000)
    await until(() => expect(tips(net)).toEqual([{ tip: 0 }]))
    await until(() => expect(button('Tip 15%').getAttribute('aria-pressed')).toBe('false'))
  })

  it('is another amount in its step', async () => {
    await openCheckout({ ticket: ordered({ use_curbside: true }) })
    await press(button('Other tip'))
    await title('Add a tip?')
  })
})

it('shows why a promo code was refused when the refusal is in an order that is answered with 200 @EN-25 @ER-05', async () => {
  keepStep('payment')
  const { net } = await openCheckout({ ticket: ordered({ use_curbside: true }) })
  await until(() => find('button', 'Add a promo code'))
  await press(button('Add a promo code'))
  await title('Have a promo code?')
  await fill(find('input', 'Promo code'), 'LUNCH')
  const { say } = net
  net.say = (call) =>
    call.path.endsWith('promo_code') || JSON.stringify(call.body ?? '').includes('LUNCH')
      ? { status: 200, json: { ticket_order: { ...net.ticket, error: { message: 'LUNCH is over.' } } } }
      : say(call)
  await press(button('APPLY'))
  await until(() => expect(words()).toContain('LUNCH is over.'))
})

describe('an order that is picked up inside', () => {
  const inside = {
    ...settings,
    show_order_ahead_option: false,
    show_delivery_option: false,
    show_curbside_option: false,
  }

  it('is the only way where there is no other, and asks for no car', async () => {
    const { net } = await openCheckout({ ticket: ordered({ settings: inside }) })
    expect(find<HTMLInputElement>('input', /^Pickup/).checked).toBe(true)
    await press(button('CONTINUE'))
    await title('Who is picking it up?')
    expect(words()).not.toContain('Make')
    expect(net.calls.map(({ body }) => body)).toEqual([{ use_delivery: false, use_curbside: false }])
  })

  it('is shown with its ready time if no time can be chosen, without a choice', async () => {
    await openCheckout({ ticket: ordered({ settings: inside }) })
    await press(button('CONTINUE'))
    await title('Who is picking it up?')
    const answers = find('[aria-label="Your answers so far"]')
    expect(answers.textContent).toContain('TimeAs soon as it is ready')
    expect([...answers.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'))).toEqual([
      'Change order type',
    ])
  })

  it('is offered beside the others where the restaurant has it, and stays chosen', async () => {
    await openCheckout({
      ticket: ordered({
        settings: { ...settings, show_pickup_option: true },
        recipient_first_name: 'Ada',
      }),
    })
    expect([...document.querySelectorAll('label')].map((one) => one.textContent)).toEqual([
      'DeliveryTo your door, $4.50',
      'Curbside pickupWe bring it out to your car',
      'PickupCome in and pick it up',
    ])
    expect(find<HTMLInputElement>('input', /^Pickup/).checked).toBe(true)
  })
})
