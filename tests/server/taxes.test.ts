import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import { priceOf } from '#server/modules/tickets/price.ts'
import { findTicket } from '#server/modules/tickets/repository.ts'
import { carbonara } from '../src/support/changes.ts'
import { databases } from './support/databases.ts'
import { chargedOf, estimateOf } from './support/estimates.ts'
import { dinnerTime, Guest, startTestLarder, tavola, type TestLarder, ticketPath } from './support/larder.ts'
import { address, completeOrder, contact, margherita, startOrder } from './support/orders.ts'
import { place } from './support/placed.ts'
import { breadstick, taxedBy, taxes, withSalami } from './support/tax-classes.ts'

describe.for(databases)('an order with classes of tax [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    larder.change('tavola', taxedBy(taxes))
  })
  afterAll(() => larder.close())

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
      breadstick(3),
      withSalami(2),
      margherita({ quantity: 2 }),
      carbonara({ quantity: 3 }),
    ]
    const estimate = await estimateOf(guest, first, added, [
      { kind: 'ticket.update', body: { use_delivery: useDelivery } },
    ])
    await guest.ticket('POST', ticketPath(begun.id, '/items'), { items: added })
    const answered = await guest.ticket('PUT', ticketPath(begun.id), {
      ...(useDelivery ? { use_delivery: true, ...address } : { use_curbside: true }),
      ...contact,
    })
    expect(estimate.discountCents).toBeGreaterThan(0)
    expect(estimate.taxes.map(({ name }) => name)).toEqual(['State', 'City', 'Liquor'])
    expect({ ...estimate, estimated: false }).toEqual(chargedOf(answered))
  })

  it('tells each tax, by hand', async () => {
    // 19.55 at 11.875 %, three times 0.30 at 2.625 %: 2.3215625 + 0.023625 = 2.3451875.
    const begun = await startOrder(guest, carbonara())
    const { totals } = await guest.ticket('POST', ticketPath(begun.id, '/items'), { items: [breadstick(3)] })
    expect(totals).toMatchObject({
      tax: '$2.35',
      taxes: [
        { name: 'State', rate: '0.0625', taxable: '$19.55', amount: '$1.22' },
        { name: 'City', rate: '0.02625', taxable: '$20.45', amount: '$0.54' },
        { name: 'Liquor', rate: '0.03', taxable: '$19.55', amount: '$0.59' },
      ],
    })
  })

  it('keeps its shares, line by line, when the rates change after the payment', async () => {
    const ready = await completeOrder(guest, carbonara({ quantity: 2 }))
    const placed = await place(
      guest,
      await guest.ticket('POST', ticketPath(ready.id, '/items'), { items: [breadstick(1)] }),
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

  it('computes shares for orders stored without them: by one rate, with the delivery untaxed', async () => {
    larder.change('tavola', taxedBy(undefined))
    const ready = await completeOrder(guest, margherita({ quantity: 2 }))
    const { id } = await place(
      guest,
      await guest.ticket('POST', ticketPath(ready.id, '/items'), { items: [breadstick(1)] }),
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
