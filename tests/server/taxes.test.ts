import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { priceLine } from '#contract/pricing/line.ts'
import { selectionOf } from '#contract/pricing/selection.ts'
import type { EstimateRules } from '#contract/schemas/estimate-rules.ts'
import type { LocationAnswer } from '#contract/schemas/location.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import type { OrderLineItem, TicketOrder } from '#contract/schemas/ticket-order.ts'
import { findLineItem } from '#contract/rules/line-check.ts'
import type { TicketChange } from '#db/outbox.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import type { ViewTotals } from '#lib/sync/ticket-view-types.ts'
import { priceOf } from '#server/modules/tickets/price.ts'
import { findTicket } from '#server/modules/tickets/repository.ts'
import { carbonara, waitingRows } from '../src/support/changes.ts'
import { ticketRow } from '../src/support/snapshots.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, Guest, startTestLarder, tavola, type TestLarder, ticketPath } from './support/larder.ts'
import { address, completeOrder, contact, margherita, modifiers, startOrder } from './support/orders.ts'
import { place } from './support/placed.ts'
import { taxedBy, taxes } from './support/tax-classes.ts'

const cheap = (quantity: number): OrderLineItem => ({
  ...margherita({ quantity, modifiers: [] }),
  menu_item_external_id: 'cheap',
  menu_item: 'dinner.pizza.cheap',
})
const withSalami = (quantity: number): OrderLineItem =>
  margherita({ modifiers: modifiers('size-12', 'top-salami'), quantity })

describe.for(databases)('an order with classes of tax [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  beforeEach(() => {
    larder.clock.set(new Date(dinnerTime).toISOString())
    larder.change('tavola', taxedBy(taxes))
  })
  afterAll(() => larder.close())

  /** What the device knows of the location and its menu: as the API tells it. */
  async function known(): Promise<{ rules: EstimateRules; book: MenuBook }> {
    const location = await guest.send<LocationAnswer>('GET', '/location/:loc')
    const book = await guest.send<MenuBook>('GET', '/location/:loc/menubook?mode=order')
    return { rules: location.body.location.estimate_rules!, book: book.body }
  }

  /** The totals of an order with taps that are not sent, as the device works them out. */
  async function estimateOf(
    snapshot: TicketOrder,
    added: readonly OrderLineItem[],
    useDelivery: boolean,
  ): Promise<ViewTotals> {
    const { rules, book } = await known()
    const adds = added.map((line, at): TicketChange => {
      const item = findLineItem(book, { ...line, unitCents: 0, modifiers: [] })!
      const priced = priceLine(item, selectionOf(item, line.modifiers).selection)
      return { kind: 'item.add', lineId: `l${at}`, line, shown: { name: item.name, ...priced } }
    })
    const delivery: TicketChange = { kind: 'ticket.update', body: { use_delivery: useDelivery } }
    return viewTicket(ticketRow({ snapshot, lineIds: {} }), waitingRows(...adds, delivery), rules).totals
  }

  const charged = (ticket: TicketOrder): ViewTotals =>
    viewTicket(ticketRow({ snapshot: ticket, lineIds: {} }), [], undefined).totals

  it.each([
    ['once an order, delivered', 'order', true],
    ['once a line, delivered', 'line', true],
    ['once an order, picked up', 'order', false],
    ['once a line, picked up', 'line', false],
  ] as const)('comes to the same cents on the device: rounded %s', async (_, rounding, useDelivery) => {
    larder.change('tavola', taxedBy({ ...taxes, rounding }))
    const begun = await startOrder(guest, withSalami(1))
    await guest.ticket('POST', ticketPath(begun.id, '/promocode'), { promo_code: 'WELCOME10' })
    const first = await guest.ticket('POST', ticketPath(begun.id, '/tip'), { tip: 3 })
    expect(first.items[0]).toMatchObject({ tax_parts: [{ tax_class: 'alcohol' }] })
    const added = [
      carbonara(),
      cheap(3),
      withSalami(2),
      margherita({ quantity: 2 }),
      carbonara({ quantity: 3 }),
    ]
    const estimate = await estimateOf(first, added, useDelivery)
    await guest.ticket('POST', ticketPath(begun.id, '/items'), { items: added })
    const answered = await guest.ticket('PUT', ticketPath(begun.id), {
      ...(useDelivery ? { use_delivery: true, ...address } : { use_curbside: true }),
      ...contact,
    })
    expect(estimate.discountCents).toBeGreaterThan(0)
    expect(estimate.taxes.map(({ name }) => name)).toEqual(['State', 'City', 'Liquor'])
    expect({ ...estimate, estimated: false }).toEqual(charged(answered))
  })

  it('tells each tax, by hand', async () => {
    // 19.55 at 11.875 %, three times 0.30 at 2.625 %: 2.3215625 + 0.023625 = 2.3451875.
    const begun = await startOrder(guest, carbonara())
    const { totals } = await guest.ticket('POST', ticketPath(begun.id, '/items'), { items: [cheap(3)] })
    expect(totals).toMatchObject({
      tax: '$2.35',
      taxes: [
        { name: 'State', rate: '0.0625', taxable: '$19.55', amount: '$1.22' },
        { name: 'City', rate: '0.02625', taxable: '$20.45', amount: '$0.54' },
        { name: 'Liquor', rate: '0.03', taxable: '$19.55', amount: '$0.59' },
      ],
    })
  })

  it('keeps what it was paid with, line by line, when the rates change', async () => {
    const ready = await completeOrder(guest, carbonara({ quantity: 2 }))
    const placed = await place(
      guest,
      await guest.ticket('POST', ticketPath(ready.id, '/items'), { items: [cheap(1)] }),
    )
    const receipt = () =>
      guest.send<ReceiptAnswer>('GET', `/location/:loc/receipt?type=ticket_order&object_id=${placed.id}`)
    const before = (await receipt()).body.receipt
    expect(before.taxes).toHaveLength(3)
    const dearer = taxes.rates.map((one) => ({ ...one, rate: '0.5' }))
    larder.change('tavola', taxedBy({ ...taxes, rates: dearer, delivery: undefined }))
    expect((await receipt()).body.receipt).toEqual(before)
    expect((await guest.ticket('GET', ticketPath(placed.id))).totals).toEqual(placed.totals)
    const merchant = larder.directory.findByLabel('tavola')!
    const ticket = (await findTicket(larder.database, tavola.location, placed.id))!
    const { lines, delivery, taxCents } = priceOf(merchant, ticket, larder.clock.now())
    expect(lines.map(({ index }) => index)).toEqual(ticket.lines.map(({ index }) => index))
    expect(lines.reduce((sum, line) => sum + line.taxCents, delivery.taxCents)).toBe(taxCents)
    expect(lines[1]!.taxCents).toBe(1)
  })

  it('shares out what was kept before shares were: by one rate, the delivery untaxed', async () => {
    larder.change('tavola', taxedBy(undefined))
    const ready = await completeOrder(guest, margherita({ quantity: 2 }))
    const { id } = await place(
      guest,
      await guest.ticket('POST', ticketPath(ready.id, '/items'), { items: [cheap(1)] }),
    )
    await larder.database.query(
      "UPDATE tickets SET priced = priced - 'lines' - 'delivery' - 'taxes' WHERE location_id = $1 AND id = $2",
      [tavola.location, id],
    )
    const merchant = larder.directory.findByLabel('tavola')!
    const ticket = (await findTicket(larder.database, tavola.location, id))!
    expect(ticket.kept).not.toHaveProperty('lines')
    // 32.30 at 8.875 %: 2.866625.
    expect(priceOf(merchant, ticket, larder.clock.now())).toMatchObject({
      taxCents: 287,
      lines: [
        { subTotalCents: 3200, discountCents: 0, taxCents: 284 },
        { subTotalCents: 30, discountCents: 0, taxCents: 3 },
      ],
      delivery: { subTotalCents: 0, discountCents: 0, taxCents: 0 },
      taxes: [],
    })
  })
})
