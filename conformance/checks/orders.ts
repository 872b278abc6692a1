import { parseCurrency } from '#contract/money.ts'
import type { TicketOrder, TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { Check } from '../check.ts'
import { expectThat, NotChecked, NotOffered } from '../findings.ts'
import {
  contact,
  orderableDish,
  expectCurrency,
  newOrder,
  unknownId,
  openOrder,
  requireFeature,
} from '../steps.ts'
import type { Visit } from '../visit.ts'

/** §7 *Ticket order*, except for payment. */

/** The order as the API returns it now. */
async function orderNow(visit: Visit): Promise<TicketOrder> {
  const { id } = await openOrder(visit)
  return (await visit.answer('getTicket', { params: { id } })).ticket_order
}

/** Changes the order, and gives it as a new read returns it. */
async function updated(visit: Visit, body: TicketUpdateBody): Promise<TicketOrder> {
  const { id } = await openOrder(visit)
  await visit.answer('updateTicket', { params: { id }, body })
  return await orderNow(visit)
}

/** Checks the sums that the portal shows and charges. */
function expectSums({ items, totals, tip }: TicketOrder, about: string): void {
  for (const [name, text] of Object.entries(totals))
    if (typeof text === 'string') expectCurrency(text, `totals.${name}`, about)
  expectCurrency(tip, 'tip', about)
  const lines = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  expectThat(
    parseCurrency(totals.sub_total) === lines,
    `sub_total of all lines, ${lines} cents`,
    totals.sub_total,
    about,
  )
  expectThat(
    parseCurrency(totals.due) === parseCurrency(totals.due_tip) + parseCurrency(totals.due_non_tip),
    'due as due_tip and due_non_tip together',
    totals,
    about,
  )
}

export const orderChecks: readonly Check[] = [
  {
    id: 'AT-01',
    title: 'two new orders are different, open and empty',
    calls: ['createTicket'],
    async run(visit) {
      const one = await visit.step('created', 'AT-01', () => newOrder(visit))
      const other = await newOrder(visit)
      expectThat(one.id !== other.id, 'an order of its own for each', one.id)
      expectThat(
        other.status === 'Open' && other.items.length === 0,
        'an open order without lines',
        other.status,
      )
    },
  },
  {
    id: 'AT-03',
    title: 'a dish is added at its price, and the totals add up',
    calls: ['addItems'],
    async run(visit) {
      const order = await openOrder(visit)
      const { item } = await orderableDish(visit)
      const line = order.items[0]
      expectThat(
        order.items.length === 1 && line?.menu_item === item.omnivore_id,
        `one line of ${item.omnivore_id}`,
        order.items,
      )
      expectThat(
        line.price >= item.omnivore.price_per_unit,
        `${item.omnivore.price_per_unit} cents at least`,
        line.price,
      )
      expectSums(order, 'AT-03')
    },
  },
  {
    id: 'AT-03',
    title: 'adding nothing is refused',
    calls: ['addItems'],
    async run(visit) {
      const { id } = await openOrder(visit)
      await visit.refusal('addItems', [400, 422], { params: { id }, wrongBody: {} })
    },
  },
  {
    id: 'AT-02',
    title: 'an order is read as the last change answered it',
    calls: ['getTicket'],
    async run(visit) {
      const order = await openOrder(visit)
      const now = await orderNow(visit)
      expectThat(now.totals.total === order.totals.total, `total ${order.totals.total}`, now.totals.total)
    },
  },
  {
    id: 'ER-04',
    title: 'an order that does not exist is 404 not_found',
    calls: ['getTicket'],
    async run(visit) {
      const answered = await visit.call('getTicket', { params: { id: unknownId } })
      expectThat(answered.status === 404, '404', answered.status)
      const { code } = visit.readRefusal(answered, [404])
      expectThat(code === 'not_found', 'code not_found', code)
    },
  },
  {
    id: 'AT-17',
    title: 'a line’s quantity is changed under its own number; a second line is taken off',
    calls: ['changeItem', 'removeItem'],
    async run(visit) {
      const { id } = await openOrder(visit)
      const { line } = await orderableDish(visit)
      const [first] = (await orderNow(visit)).items
      const index = first!.index
      const two = { ...line, quantity: 2, index }
      const changed = (await visit.answer('changeItem', { params: { id, index }, body: two })).ticket_order
      expectThat(
        changed.items.length === 1 && changed.items[0]!.quantity === 2,
        'the same line, twice',
        changed.items,
      )
      expectSums(changed, 'AT-17')
      const more = (await visit.answer('addItems', { params: { id }, body: { items: [line] } })).ticket_order
      const second = Math.max(...more.items.map((one) => one.index))
      expectThat(
        second > index,
        'a larger number for a newer line',
        more.items.map((one) => one.index),
      )
      await visit.answer('removeItem', { params: { id, index: second } })
      const left = (await orderNow(visit)).items.map((one) => one.index)
      expectThat(left.length === 1 && left[0] === index, `line ${index} alone`, left)
    },
  },
  {
    id: 'AT-19',
    title: 'a line with today’s name and price',
    calls: ['lookupItem'],
    async run(visit) {
      const { item, line } = await orderableDish(visit)
      const modifiers = line.modifiers.map(({ modifier }) => modifier).join(',')
      const found = await visit.answer('lookupItem', {
        params: { item: item.external_id },
        query: { modifiers },
      })
      expectCurrency(found.item.pretty_price, 'pretty_price', 'AT-19')
    },
  },
  {
    id: 'AT-05',
    title: 'delivery or curbside, never both',
    calls: ['updateTicket'],
    async run(visit) {
      const { settings } = await openOrder(visit)
      if (!settings.show_curbside_option && !settings.show_delivery_option)
        throw new NotOffered('neither delivery nor curbside')
      const curbside = settings.show_curbside_option
      const order = await updated(visit, { use_delivery: !curbside, use_curbside: curbside })
      expectThat(
        order.use_curbside === curbside && order.use_delivery === !curbside,
        `use_curbside ${curbside}, use_delivery ${!curbside}`,
        [order.use_curbside, order.use_delivery],
      )
    },
  },
  {
    id: 'AT-06',
    title: 'a ready time among those that are offered',
    calls: ['updateTicket'],
    async run(visit) {
      const { settings } = await orderNow(visit)
      if (!settings.show_order_ahead_option) throw new NotOffered('ordering ahead')
      const day = settings.available_order_ahead_time_slots_for_the_future.find(({ available_time_slots }) =>
        available_time_slots.some(({ enable }) => enable),
      )
      if (!day) throw new NotChecked('no time is free')
      const slot = day.available_time_slots.find(({ enable }) => enable)!
      const order = await updated(visit, { ready_date_v2: day.date, ready_time_v2: slot.value })
      expectThat(
        order.ready_date === day.date && order.ready_time === slot.value,
        `${day.date} ${slot.value}`,
        [order.ready_date, order.ready_time],
      )
    },
  },
  {
    id: 'AT-07',
    title: 'contact and vehicle of a curbside order',
    calls: ['updateTicket'],
    async run(visit) {
      const vehicle = {
        vehicle_make: 'Honda',
        vehicle_model: 'Civic',
        vehicle_color: 'Blue',
        vehicle_license: 'ABC123',
      }
      const { settings } = await openOrder(visit)
      if (!settings.show_curbside_option) throw new NotOffered('curbside')
      const order = await updated(visit, { use_curbside: true, use_delivery: false, ...contact, ...vehicle })
      expectThat(order.vehicle_model === 'Civic', 'vehicle_model Civic', order.vehicle_model)
      expectThat(
        order.recipient_first_name === contact.recipient_first_name,
        contact.recipient_first_name,
        order.recipient_first_name,
      )
    },
  },
  {
    id: 'AT-08',
    title: 'the address of a delivery',
    calls: ['updateTicket'],
    async run(visit) {
      const { settings } = await openOrder(visit)
      if (!settings.show_delivery_option) throw new NotOffered('delivery')
      const address = {
        recipient_address: '1 Main Street',
        recipient_city: 'New York',
        recipient_state: 'NY',
        recipient_zip: settings.delivery_zips?.[0] ?? '10011',
      }
      const order = await updated(visit, { use_delivery: true, use_curbside: false, ...contact, ...address })
      const { recipient_zip: zip } = address
      expectThat(order.recipient_zip === zip, `recipient_zip ${zip}`, order.recipient_zip)
      expectSums(order, 'AT-08')
      if (settings.show_curbside_option) await updated(visit, { use_delivery: false, use_curbside: true })
    },
  },
  {
    id: 'AT-11',
    title: 'a tip is on top, and due',
    calls: ['setTip'],
    async run(visit) {
      const { id } = await openOrder(visit)
      const { ticket_order: order } = await visit.answer('setTip', { params: { id }, body: { tip: 2.5 } })
      expectThat(order.tip === '$2.50' && order.totals.due_tip === '$2.50', 'a tip of $2.50, due', [
        order.tip,
        order.totals.due_tip,
      ])
      expectSums(order, 'AT-11')
    },
  },
  {
    id: 'AT-10',
    title: 'an unknown promo code is refused',
    calls: ['applyPromoCode'],
    async run(visit) {
      await requireFeature(visit, 'promoCodes', 'promo codes')
      const { id } = await openOrder(visit)
      const body = { promo_code: 'NO-SUCH-CODE' }
      await visit.refusal('applyPromoCode', [400, 404, 409, 422], { params: { id }, body })
    },
  },
  {
    id: 'AT-14',
    title: 'an unknown card number pays nothing',
    calls: ['importAndRedeemCard'],
    async run(visit) {
      await requireFeature(visit, 'giftCardPayments', 'paying with gift cards')
      const { id } = await openOrder(visit)
      const body = { card_number: '0000000000000000', amount: 1 }
      await visit.refusal('importAndRedeemCard', [400, 403, 404, 409, 422], { params: { id }, body })
      expectThat((await orderNow(visit)).payments.length === 0, 'no payment on the order', 'one')
    },
  },
  {
    id: 'AT-15',
    title: 'a payment without its fields is refused, and takes nothing',
    calls: ['payTicket'],
    async run(visit) {
      const { id } = await openOrder(visit)
      await visit.refusal('payTicket', [400, 422], { params: { id }, wrongBody: {} })
      expectThat((await orderNow(visit)).payments.length === 0, 'no payment on the order', 'one')
    },
  },
  {
    id: 'AT-16',
    title: 'an order with money due is not placed',
    calls: ['submitTicket'],
    async run(visit) {
      const { id } = await openOrder(visit)
      await visit.refusal('submitTicket', [400, 402, 409, 422], {
        params: { id },
        body: { phone_number: '2125550100' },
      })
      const { status } = await orderNow(visit)
      expectThat(status === 'Open', 'still Open', status)
    },
  },
]
