// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { putPlaced } from '#db/placed-orders.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { user } from '../support/account.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { type OrderNet, orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { fill, find, paste, press, setMedia, show, until } from '../support/screen.tsx'
import { line, noTotals, snapshotOf } from '../support/snapshots.ts'

/** Where a restaurant delivers (extension `delivery_area`), in every step of checkout. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const pizza = dish('Margherita', {
  omnivore_id: 'dinner.pizza.margherita',
  omnivore: { price_per_unit: 1600 },
})
const book = { menus: [menu('Dinner', [category('Pizza', [pizza])])] }
const settings: TicketOrder['settings'] = {
  ...snapshotOf().settings,
  show_order_ahead_option: false,
  show_pickup_option: true,
  delivery_zips: ['10011', '10001'],
}
const nora = {
  recipient_first_name: 'Nora',
  recipient_last_name: 'Quill',
  recipient_email: 'nora@example.test',
  recipient_phone: '2125550177',
}
const mainStreet = {
  recipient_address: '1 Main Street',
  recipient_city: 'New York',
  recipient_state: 'NY',
  recipient_zip: '10011',
}
const glacierRoad = {
  recipient_address: '1 Glacier Road',
  recipient_city: 'Anchorage',
  recipient_state: 'AK',
  recipient_zip: '99501',
}
const refusal = 'We don’t deliver to 99501 yet. You can pick it up instead.'
const ordered = (changes: Partial<TicketOrder> = {}): TicketOrder =>
  snapshotOf({ items: [line({ modifiers: [] })], settings, use_delivery: true, ...nora, ...changes })

/** Stores the updates in the ticket. */
const storeUpdates = (net: OrderNet): void => {
  net.say = ({ method, body }) => {
    if (method === 'PUT') net.ticket = { ...net.ticket, ...(body as Partial<TicketOrder>) }
    return undefined
  }
}
const open = async (step: CheckoutStep, options: OrderPageOptions = {}) => {
  keepStep(step)
  const made = await orderPage({ ticket: ordered(), book, ...options })
  storeUpdates(made.net)
  await show(made.page)
  await until(() => find('form'))
  return made
}
const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))
const field = (name: string) => find<HTMLInputElement>(`[name=recipient_${name}]`)
/** The text that describes a field. */
const noteAt = (name: string): string =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '-')?.textContent ?? ''
const heard = () => find('form [role=status].visually-hidden:not(:empty)').textContent
const alerts = () => [...document.querySelectorAll('[role=alert] p')].map((one) => one.textContent)
const offers = () =>
  [...document.querySelectorAll('button')].map((one) => one.textContent).filter((one) => /INSTEAD/.test(one))
const sent = (net: OrderNet) => net.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

describe('the choice between delivery and pickup', () => {
  const delivery = () => find('label', /^Delivery/).textContent
  it.each<[string, string[] | undefined, string]>([
    ['every zip code of a few', ['10011', '10001'], 'Delivers to 10011, 10001'],
    [
      'the first of many, and how many more',
      Array.from({ length: 30 }, (_, at) => String(10_001 + at)),
      'Delivers to 10001, 10002, 10003, 10004, 10005, 10006 and 24 more zip codes',
    ],
    ['nothing where every address is delivered to', undefined, ''],
  ])('says before anything is typed where it is delivered to: %s', async (_, delivery_zips, words) => {
    await open('delivery', { ticket: ordered({ settings: { ...settings, delivery_zips } }) })
    await title('How would you like it?')
    expect(delivery()).toBe(`DeliveryTo your door, $4.50${words}`)
  })
})

describe('an address that is not known yet', () => {
  it('begins with the restaurant’s own state, which is sent with it and can be changed', async () => {
    const { net } = await open('information')
    await title('Where should it go?')
    await until(() => expect(field('state').value).toBe('NY'))
    for (const [name, value] of [
      ['address', '1 Main Street'],
      ['city', 'New York'],
      ['zip', '10011'],
    ] as const)
      await fill(field(name), value)
    await press(button('CONTINUE'))
    await until(() => expect(sent(net)).toMatchObject([{ recipient_state: 'NY' }]))
  })

  it('keeps the state of one that is known', async () => {
    await open('information', { ticket: ordered(glacierRoad) })
    await title('Where should it go?')
    await until(() => expect(field('state').value).toBe('AK'))
  })
})

describe('an address outside of the area', () => {
  it('says so at the zip field as soon as it is whole, and CONTINUE leads to it and sends nothing', async () => {
    const { net } = await open('information')
    await title('Where should it go?')
    for (const name of ['address', 'city'] as const) await fill(field(name), glacierRoad[`recipient_${name}`])
    await fill(field('zip'), '9950')
    expect([noteAt('zip'), offers()]).toEqual(['', []])
    await fill(field('zip'), '99501')
    expect(noteAt('zip')).toBe(refusal)
    expect(field('zip').getAttribute('aria-invalid')).toBe('true')
    expect(heard()).toBe(refusal)
    await fill(find<HTMLInputElement>('[name=recipient_address2]'), '2')
    await press(button('CONTINUE'))
    expect(sent(net)).toEqual([])
    await fill(field('zip'), '10001')
    expect([noteAt('zip'), offers()]).toEqual(['', []])
  })

  it('says so without a network, too, and for a suggested address', async () => {
    const { net } = await open('information')
    await title('Where should it go?')
    const place = { street_number: '1', route: 'Glacier Road', city: 'Anchorage', state: 'AK', zip: '99501' }
    net.say = ({ path }) => {
      if (path.includes('query='))
        return { status: 200, json: { places: [{ id: 'p1', description: '1 Glacier Road, Anchorage' }] } }
      return path.includes('p1') ? { status: 200, json: { place: { ...place, terms: [] } } } : 'offline'
    }
    await fill(field('address'), '1 Gla')
    await press(await until(() => find('[role=option]', /Glacier/)))
    await until(() => expect(noteAt('zip')).toBe(refusal))
    await press(button('CONTINUE'))
    expect(document.activeElement).toBe(field('zip'))
    expect(sent(net)).toEqual([])
    // The choice is stored on the device, and the order continues as a pickup.
    await press(button('PICK IT UP INSTEAD'))
    await title('Who is picking it up?')
  })

  it('of the account is asked about, and not sent', async () => {
    const { net } = await open('information', {
      ticket: ordered({ recipient_first_name: '' }),
      user: user({ address: '1 Glacier Road', city: 'Anchorage', state: 'AK', zip: '99501-0001' }),
    })
    await title('Where should it go?')
    await until(() => expect(noteAt('zip')).toBe(refusal))
    expect(sent(net)).toEqual([])
  })

  it('from the last order stops skipping known answers, at that question', async () => {
    const made = await orderPage({
      ticket: ordered({ use_delivery: false, recipient_first_name: '' }),
      book,
    })
    const placed = snapshotOf({
      id: 'last',
      status: 'Submitted',
      use_delivery: true,
      ...nora,
      ...glacierRoad,
    })
    await putPlaced(made.db, {
      locationId: 'tavola-nyc',
      principal: 'guest',
      ticketId: 'last',
      placedAt: 1,
      ticket: placed,
    })
    storeUpdates(made.net)
    await show(made.page)
    await title('Where should it go?')
    expect(noteAt('zip')).toBe(refusal)
    expect(sent(made.net)).toEqual([{ use_delivery: true, use_curbside: false }])
  })

  it.each([
    { press: 'PICK IT UP INSTEAD', body: { use_delivery: false, use_curbside: false } },
    { press: 'CURBSIDE PICKUP INSTEAD', body: { use_delivery: false, use_curbside: true } },
  ])('is one tap away from $press, and nothing typed is lost', async ({ press: name, body }) => {
    const { net } = await open('information', { ticket: ordered(glacierRoad) })
    await title('Where should it go?')
    await fill(field('first_name'), 'Noor')
    await press(button(name))
    await title('Who is picking it up?')
    await until(() => expect(sent(net)).toEqual([body]))
    expect(field('first_name').value).toBe('Noor')
    await press(button('CONTINUE'))
    await title('Payment')
    expect(sent(net).at(-1)).toMatchObject({ recipient_first_name: 'Noor' })
    expect(sent(net).at(-1)).not.toHaveProperty('recipient_zip')
  })

  it('only says so if there is no other order type', async () => {
    const only = { ...settings, show_curbside_option: false, show_pickup_option: false }
    await open('information', { ticket: ordered({ ...glacierRoad, settings: only }) })
    await title('Where should it go?')
    expect([noteAt('zip'), offers()]).toEqual(['We don’t deliver to 99501 yet.', []])
  })

  it('does not exist if the restaurant lists no zip codes, as another API may not', async () => {
    const { delivery_zips: _none, ...anywhere } = settings
    const { net } = await open('information', { ticket: ordered({ settings: anywhere, ...glacierRoad }) })
    await title('Where should it go?')
    expect([noteAt('zip'), offers()]).toEqual(['', []])
    await press(button('CONTINUE'))
    await title('Payment')
    expect(sent(net)).toMatchObject([glacierRoad])
  })
})

describe('the zip code of a delivery', () => {
  it.each([' 10011', '10011-1234'])('is taken as %j, and five digits of it are sent', async (pasted) => {
    const { net } = await open('information', { ticket: ordered({ ...mainStreet, recipient_zip: '' }) })
    await title('Where should it go?')
    await paste(field('zip'), pasted)
    expect(field('zip').value).toBe('10011')
    await press(button('CONTINUE'))
    await title('Payment')
    expect(sent(net)).toMatchObject([mainStreet])
  })

  it('is listed with its town among the answers', async () => {
    await open('payment', { ticket: ordered(glacierRoad) })
    await title('Payment')
    const answers = find('[aria-label="Your answers so far"]').textContent
    expect(answers).toContain('Nora Quill, 1 Glacier Road, Anchorage 99501')
  })
})

describe('an area that changed meanwhile', () => {
  const shrunk = ordered({ ...mainStreet, settings: { ...settings, delivery_zips: ['10014'] } })
  const words = 'We don’t deliver to 10011 yet. You can pick it up instead.'

  it('a zip refused on save shows the current delivery area at its field', async () => {
    const { net } = await open('information', { ticket: ordered(mainStreet) })
    await title('Where should it go?')
    net.ticket = shrunk
    net.say = ({ method }) =>
      method === 'PUT' ? refused(422, 'bad_request', words, 'recipient_zip') : undefined
    await press(button('CONTINUE'))
    await until(() => expect(alerts()).toEqual([words]))
    await until(() => expect(noteAt('zip')).toBe(words))
    expect(offers()).toEqual(['CURBSIDE PICKUP INSTEAD', 'PICK IT UP INSTEAD'])
  })

  it('is heard of when the order is placed, which leads back to the address', async () => {
    const { net } = await open('payment', {
      ticket: { ...ordered(mainStreet), totals: { ...noTotals, sub_total: '$16.00', discounts: '-$16.00' } },
    })
    await title('Everything is paid')
    net.ticket = shrunk
    net.say = ({ path }) =>
      path === '/submit' ? refused(422, 'bad_request', words, 'recipient_zip') : undefined
    await press(button('PLACE YOUR ORDER'))
    await until(() => expect(alerts()).toEqual([words]))
    await press(button('CHANGE THE ADDRESS'))
    await title('Where should it go?')
    // The order was read again after the refusal, with the current delivery area.
    await until(() => expect(noteAt('zip')).toBe(words))
  })
})
