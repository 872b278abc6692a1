import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { parseCurrency } from '#contract/money.ts'
import { priceLine } from '#contract/pricing/line.ts'
import { selectionOf } from '#contract/pricing/selection.ts'
import { singleRate } from '#contract/pricing/tax.ts'
import { priceTicket } from '#contract/pricing/ticket.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  grill,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { address, contact, margherita, modifiers, paidOrder, startOrder } from './support/orders.ts'

describe.for(databases)('ticket order [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  it('creates a ticket with an unguessable id and answers it again @AT-01 @AT-02 @EN-25', async () => {
    const created = await guest.ticket('GET', '/location/:loc/ticketorder/create?time=6:00pm')
    expect(created).toMatchObject({
      status: 'Open',
      name: '',
      items: [],
      totals: { due: '$0.00', total: '$0.00' },
    })
    expect(Buffer.from(created.id, 'base64url').length).toBeGreaterThanOrEqual(16)
    const read = await guest.ticket('GET', ticketPath(created.id, '?time=6:00pm'))
    expect(read).toEqual(created)
    expect(endpoints.getTicket.answer.safeParse({ ticket_order: read }).success).toBe(true)
  })

  it('answers 404 not_found for a ticket that is not there @ER-04', async () => {
    expect(await guest.problem('GET', ticketPath('nothing'))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  it('refuses a time that is not h:mma', async () => {
    expect(await guest.problem('GET', '/location/:loc/ticketorder/create?time=18:00')).toMatchObject({
      status: 400,
      field: 'time',
    })
  })

  it('adds items and prices them as contract/pricing does @AT-03 @EN-24 @EN-31 @EN-32 @EN-22', async () => {
    const line = margherita({
      modifiers: modifiers('size-16', 'cut-12', 'top-salami', 'salami-double', 'no-basil'),
      quantity: 2,
    })
    const ticket = await startOrder(guest, line)
    const item = larder.directory.findByLabel('tavola')!.findOrderItem('dinner', 'pizza', 'margherita')!
    const { unitCents } = priceLine(item, selectionOf(item, line.modifiers).selection)
    expect(unitCents).toBe(2700)
    const priced = priceTicket({
      lines: [{ unitCents, quantity: 2 }],
      tax: singleRate('0.08875'),
      useDelivery: false,
      deliveryChargeCents: 450,
      tipCents: 0,
      paid: { nonTipCents: 0, tipCents: 0 },
    })
    expect(ticket.items).toMatchObject([
      { index: 1, name: 'Margherita', quantity: 2, price: 2700, pretty_price: '$54.00' },
    ])
    expect(parseCurrency(ticket.totals.sub_total)).toBe(priced.subTotalCents)
    expect(parseCurrency(ticket.totals.tax)).toBe(priced.taxCents)
    expect(parseCurrency(ticket.totals.due)).toBe(priced.dueCents)
  })

  it('answers a line with every id that was sent, so that an editor can show it again @EN-35', async () => {
    const sent = modifiers('size-16', 'cut-12', 'basil-light', 'top-salami', 'salami-double')
    const ticket = await startOrder(guest, margherita({ modifiers: sent }))
    const answered = ticket.items[0]!.modifiers
    expect(answered.map((one) => one.modifier)).toEqual(sent.map((one) => one.modifier))
    const again = await guest.ticket(
      'PUT',
      ticketPath(ticket.id, '/items/1'),
      margherita({ modifiers: answered.map(({ modifier }) => ({ modifier })), quantity: 3 }),
    )
    expect(again.items[0]).toMatchObject({ index: 1, quantity: 3, price: ticket.items[0]!.price })
  })

  it('changes and removes lines and never gives a number twice @AT-17', async () => {
    const ticket = await startOrder(guest)
    const two = await guest.ticket('POST', ticketPath(ticket.id, '/items'), {
      items: [margherita(), margherita()],
    })
    expect(two.items.map((line) => line.index)).toEqual([1, 2, 3])
    const without = await guest.ticket('DELETE', ticketPath(ticket.id, '/items/3'))
    expect(without.items.map((line) => line.index)).toEqual([1, 2])
    expect((await guest.ticket('DELETE', ticketPath(ticket.id, '/items/3'))).items).toHaveLength(2)
    const after = await guest.ticket('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] })
    expect(after.items.map((line) => line.index)).toEqual([1, 2, 4])
    await guest.ticket('DELETE', ticketPath(ticket.id, '/items/4'))
    const later = await guest.ticket('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] })
    expect(later.items.map((line) => line.index)).toEqual([1, 2, 5])
    const changed = await guest.ticket(
      'PUT',
      ticketPath(ticket.id, '/items/2'),
      margherita({ quantity: 10, index: 2 }),
    )
    expect(changed.items[1]).toMatchObject({ index: 2, quantity: 10, pretty_price: '$160.00' })
  })

  it.each([
    [
      'an unknown modifier',
      margherita({ modifiers: modifiers('size-12', 'top-gold') }),
      'top-gold',
      'items.0.modifiers',
    ],
    [
      'a missing required choice',
      margherita({ modifiers: [] }),
      'Margherita is not complete yet. Please choose: Size.',
      'items.0.modifiers',
    ],
    [
      'a missing nested choice',
      margherita({ modifiers: modifiers('size-16') }),
      'Margherita is not complete yet. Please choose: Cut.',
      'items.0.modifiers',
    ],
    [
      'a dish that is not on the menu',
      margherita({ menu_item_external_id: 'calzone' }),
      'not on the menu',
      'items.0.menu_item_external_id',
    ],
    [
      'an ordering id of another dish',
      margherita({ menu_item: 'dinner.pasta.carbonara' }),
      'not on the menu',
      'items.0.menu_item_external_id',
    ],
    ['a quantity of 11', margherita({ quantity: 11 }), 'large', 'items.0.quantity'],
    ['a quantity of -1', margherita({ quantity: -1 }), 'small', 'items.0.quantity'],
  ])('refuses %s with 422 and names it @EN-20', async (_what, line, words, field) => {
    const { id } = await guest.ticket('GET', '/location/:loc/ticketorder/create')
    const refused = await guest.problem('POST', ticketPath(id, '/items'), { items: [line] })
    expect(refused).toMatchObject({ status: 422, code: 'bad_request', field })
    expect(refused.message).toContain(words)
  })

  it('repeats only a little of the sent text, whatever its length', async () => {
    const { id } = await guest.ticket('GET', '/location/:loc/ticketorder/create')
    const answerTo = async (...sent: unknown[]) => {
      const items = [margherita({ modifiers: sent.map((modifier) => ({ modifier: modifier as string })) })]
      const { status, body } = await guest.send<ProblemBody>('POST', ticketPath(id, '/items'), { items })
      return { status, length: JSON.stringify(body).length }
    }
    for (const sent of [['x'.repeat(100_000)], ['x'.repeat(400)], Array<number>(100).fill(1)]) {
      const { status, length } = await answerTo(...sent)
      expect([status, length < 2500], `${sent[0]}`.slice(0, 9)).toEqual([422, true])
    }
  })

  it('adds nothing of a body when one of its items is wrong', async () => {
    const ticket = await startOrder(guest)
    await guest.problem('POST', ticketPath(ticket.id, '/items'), {
      items: [margherita(), margherita({ modifiers: [] })],
    })
    expect((await guest.ticket('GET', ticketPath(ticket.id))).items).toHaveLength(1)
  })

  it('does not sell a menu that can only be browsed', async () => {
    const chianti = {
      menu_external_id: 'wine',
      menu_category_external_id: 'red',
      menu_item_external_id: 'chianti',
      menu_item: 'wine.red.chianti',
      modifiers: [],
      quantity: 1,
    }
    const { id } = await guest.ticket('GET', '/location/:loc/ticketorder/create')
    expect(await guest.problem('POST', ticketPath(id, '/items'), { items: [chianti] })).toMatchObject({
      status: 422,
    })
  })

  it('refuses a sold out dish kindly', async () => {
    const { id } = await guest.ticket('GET', '/location/:loc/ticketorder/create')
    const sold = margherita({ menu_item_external_id: 'tartufo', menu_item: 'dinner.pizza.tartufo' })
    const refused = await guest.problem('POST', ticketPath(id, '/items'), { items: [sold] })
    expect(refused).toMatchObject({
      status: 409,
      code: 'sold_out',
      message: 'Tartufo is sold out for now. We are sorry! Please choose something else.',
    })
  })

  it('accepts delivery or curbside, never both, and adds the charge untaxed @AT-05 @EN-26 @EN-33 @AT-07 @BC-19 @EN-32 @AT-04', async () => {
    const ticket = await startOrder(guest)
    const delivery = await guest.ticket('PUT', ticketPath(ticket.id), {
      use_delivery: true,
      use_curbside: false,
    })
    expect(delivery).toMatchObject({
      use_delivery: true,
      use_curbside: false,
      totals: { sub_total: '$16.00', tax: '$1.42', total: '$21.92' },
    })
    expect(delivery.settings).toMatchObject({
      delivery_charge: '$4.50',
      show_delivery_option: true,
      pay_tips_with_gift_card: true,
    })
    const curbside = await guest.ticket('PUT', ticketPath(ticket.id), { use_curbside: true })
    expect(curbside).toMatchObject({ use_delivery: false, use_curbside: true, totals: { total: '$17.42' } })
    expect(
      await guest.problem('PUT', ticketPath(ticket.id), { use_delivery: true, use_curbside: true }),
    ).toMatchObject({
      status: 422,
      field: 'use_delivery',
    })
    const other = new Guest(larder, grill)
    const { id } = await other.ticket('GET', '/location/:loc/ticketorder/create')
    expect((await other.send('PUT', ticketPath(id), { use_delivery: true })).status).toBe(422)
  })

  it('keeps contact, vehicle and address, checked by the form’s own rules @AT-04 @AT-07 @AT-08 @EN-28 @EN-29 @VA-13', async () => {
    const ticket = await startOrder(guest)
    const vehicle = {
      vehicle_make: 'Fiat',
      vehicle_model: '500',
      vehicle_color: 'Red',
      vehicle_license: 'ABC123',
    }
    const { recipient_phone, ...person } = contact
    const curbside = await guest.ticket('PUT', ticketPath(ticket.id), {
      use_curbside: true,
      phone_number: recipient_phone,
      ...person,
      ...vehicle,
      recipient_comment: 'No bell.',
    })
    expect(curbside).toMatchObject({
      use_curbside: true,
      ...person,
      recipient_phone: '2125550147',
      ...vehicle,
      recipient_comment: 'No bell.',
    })
    const delivery = await guest.ticket('PUT', ticketPath(ticket.id), {
      use_delivery: true,
      ...person,
      phone_number: '2125550199',
      ...address,
      recipient_address2: 'Floor 2',
      recipient_comment: 'Ring twice.',
    })
    expect(delivery).toMatchObject({
      use_delivery: true,
      ...person,
      ...address,
      recipient_phone: '2125550199',
      recipient_address2: 'Floor 2',
      recipient_comment: 'Ring twice.',
    })
    const wrong = {
      ...contact,
      ...address,
      recipient_email: 'ada@',
      recipient_phone: '12',
      recipient_zip: '1001',
      recipient_city: ' ',
    }
    const { status, body } = await guest.send<ProblemBody>('PUT', ticketPath(ticket.id), wrong)
    expect(status).toBe(422)
    expect(Object.fromEntries(body.errors.map((one) => [one.field, one.message]))).toEqual({
      recipient_email: 'Please enter a valid email address',
      recipient_phone: 'Please enter a valid phone number',
      recipient_zip: 'Please enter a valid info',
      recipient_city: 'Please enter a valid info',
    })
  })

  it.each([
    ['(212) 155-501', 'Please enter a valid phone number'],
    ['+65 9123 4567', 'Please enter a US phone number: the area code and seven digits.'],
  ])('refuses %s as a phone @VA-13', async (recipient_phone, message) => {
    const ticket = await startOrder(guest)
    expect(await guest.send('PUT', ticketPath(ticket.id), { ...contact, recipient_phone })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'recipient_phone', message }] },
    })
  })

  it('accepts any ten digits as a phone @VA-13', async () => {
    const ticket = await startOrder(guest)
    for (const [recipient_phone, digits] of [
      ['(555) 123-4567', '5551234567'],
      ['(123) 456-7890', '1234567890'],
    ])
      expect(await guest.ticket('PUT', ticketPath(ticket.id), { ...contact, recipient_phone })).toMatchObject(
        {
          recipient_phone: digits,
        },
      )
  })

  it('has the day on which it was begun, by the restaurant’s clock @EN-27', async () => {
    // The kitchen is open until 3 a.m. in the night of Saturday.
    larder.clock.set('2026-11-22T04:30:00Z')
    expect((await startOrder(guest)).pretty_date).toBe('11/21/2026')
    larder.clock.set('2026-11-22T05:30:00Z')
    expect((await startOrder(guest)).pretty_date).toBe('11/22/2026')
  })

  it('accepts a ready time from the offered slots @AT-06 @EN-27 @BC-11 @EN-33', async () => {
    const ticket = await startOrder(guest)
    const days = ticket.settings.available_order_ahead_time_slots_for_the_future
    expect(days.map((day) => day.date)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
    expect(days[0]).toMatchObject({ date_to_show: '11/20/2026' })
    expect(days[0]!.available_time_slots.find((slot) => slot.enable)).toEqual({
      enable: true,
      display: '6:30pm',
      value: '6:30pm',
    })
    const chosen = await guest.ticket('PUT', ticketPath(ticket.id), {
      ready_date_v2: '2026-11-21',
      ready_time_v2: '7:30pm',
    })
    expect(chosen).toMatchObject({
      ready_date: '2026-11-21',
      ready_time: '7:30pm',
      ready_date_display: '11/21/2026',
      ready_time_display: '7:30pm',
    })
    const put = (date: string, time: string) =>
      guest.problem('PUT', ticketPath(ticket.id), { ready_date_v2: date, ready_time_v2: time })
    expect(await put('2026-11-20', '6:00pm')).toMatchObject({ status: 422, field: 'ready_time_v2' })
    expect(await put('2026-11-21', '7:40pm')).toMatchObject({ status: 422, field: 'ready_time_v2' })
    expect(await put('2026-11-21', 'soon')).toMatchObject({ status: 422, field: 'ready_time_v2' })
    expect(await put('2026-12-21', '7:30pm')).toMatchObject({ status: 422, field: 'ready_date_v2' })
  })

  it('sets the tip, on top and untaxed @AT-11 @EN-25 @EN-32', async () => {
    const ticket = await startOrder(guest)
    const tipped = await guest.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 2.4 })
    expect(tipped).toMatchObject({
      tip: '$2.40',
      totals: { tips: '$2.40', due_tip: '$2.40', due_non_tip: '$17.42', due: '$19.82', tax: '$1.42' },
    })
    expect(await guest.problem('POST', ticketPath(ticket.id, '/tip'), { tip: 0.005 })).toMatchObject({
      status: 422,
      field: 'tip',
    })
    expect(await guest.problem('POST', ticketPath(ticket.id, '/tip'), { tip: -1 })).toMatchObject({
      status: 422,
      field: 'tip',
    })
    expect(await guest.problem('POST', ticketPath(ticket.id, '/tip'), { tip: '1' })).toMatchObject({
      status: 422,
      field: 'tip',
    })
  })

  it('applies promo codes by their rules @AT-10 @EN-14 @EN-29 @EN-32', async () => {
    const ticket = await startOrder(guest)
    const apply = (promo_code: string) =>
      guest.ticket('POST', ticketPath(ticket.id, '/promocode'), { promo_code })
    const refuse = (promo_code: string) =>
      guest.problem('POST', ticketPath(ticket.id, '/promocode'), { promo_code })
    expect(await apply(' welcome10 ')).toMatchObject({
      promo_code: 'WELCOME10',
      totals: { discounts: '-$1.60', sub_total: '$16.00', tax: '$1.28' },
    })
    expect(await refuse('FIVEOFF')).toMatchObject({
      status: 422,
      code: 'promo_invalid',
      message: 'This promo code is for orders of $20.00 or more.',
    })
    expect(await refuse('EXPIRED')).toMatchObject({
      status: 422,
      code: 'promo_invalid',
      message: 'This promo code has expired.',
    })
    expect(await refuse('NOPE')).toMatchObject({ status: 422, code: 'promo_invalid', field: 'promo_code' })
    await guest.ticket('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] })
    expect(await apply('FIVEOFF')).toMatchObject({ promo_code: 'FIVEOFF', totals: { discounts: '-$5.00' } })
    const smaller = await guest.ticket('DELETE', ticketPath(ticket.id, '/items/2'))
    expect(smaller.totals.discounts).toBe('$0.00')
    expect(await apply('TONIGHT')).toMatchObject({ totals: { discounts: '-$1.00' } })
    larder.clock.set('2026-11-21T17:00:00Z') // noon on the next day
    expect(await refuse('TONIGHT')).toMatchObject({ message: 'This promo code has expired.' })
    larder.clock.set(dinnerTime)
    const other = new Guest(larder, grill)
    const { id } = await other.ticket('GET', '/location/:loc/ticketorder/create')
    const off = await other.send<ProblemBody>('POST', ticketPath(id, '/promocode'), {
      promo_code: 'WELCOME10',
    })
    expect(off.body).toMatchObject({
      code: 'promo_invalid',
      message: 'This restaurant does not take promo codes.',
    })
  })

  it('refuses edits once money is on the ticket', async () => {
    const paid = await paidOrder(guest)
    expect(paid).toMatchObject({ status: 'PaymentComplete', totals: { due: '$0.00' } })
    const refusals = await Promise.all([
      guest.problem('POST', ticketPath(paid.id, '/items'), { items: [margherita()] }),
      guest.problem('PUT', ticketPath(paid.id, '/items/1'), margherita()),
      guest.problem('DELETE', ticketPath(paid.id, '/items/1')),
      guest.problem('PUT', ticketPath(paid.id), { use_delivery: true }),
      guest.problem('POST', ticketPath(paid.id, '/tip'), { tip: 1 }),
      guest.problem('POST', ticketPath(paid.id, '/promocode'), { promo_code: 'WELCOME10' }),
    ])
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        status: 409,
        code: 'already_paid',
        message: expect.stringContaining('is paid for') as string,
      })
  })

  it('expires a ticket that nobody touched for a day', async () => {
    const ticket = await startOrder(guest)
    larder.clock.advance(24 * 60 * 60 * 1000 + 1)
    expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe('Expired')
    expect(
      await guest.problem('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] }),
    ).toMatchObject({
      status: 409,
      code: 'already_submitted',
      message: expect.stringContaining('more than a day') as string,
    })
  })

  it('shows one merchant nothing of another’s @X7', async () => {
    const ticket = await startOrder(guest)
    const other = new Guest(larder, grill)
    expect((await other.send('GET', ticketPath(ticket.id))).status).toBe(404)
    const across = await larder.app.inject({
      url: `/api/location/tavola-nyc/ticketorder/${ticket.id}`,
      headers: { host: grill.host },
    })
    expect(across.statusCode).toBe(404)
    const menus = await larder.app.inject({
      url: '/api/location/tavola-nyc/menus',
      headers: { host: grill.host },
    })
    expect(menus.statusCode).toBe(404)
  })
})
