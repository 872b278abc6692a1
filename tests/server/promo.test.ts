import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import { Guest, type ProblemBody, startTestLarder, type TestLarder, ticketPath } from './support/larder.ts'
import { completeOrder, margherita, paymentOf } from './support/orders.ts'

describe.for(databases)('a promo code on a ticket [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  it('can be removed, which restores the total @AT-04', async () => {
    const ticket = await completeOrder(guest)
    const reduced = await guest.ticket('POST', ticketPath(ticket.id, '/promocode'), {
      promo_code: 'welcome10',
    })
    expect(reduced).toMatchObject({ promo_code: 'WELCOME10', totals: { discounts: '-$1.60' } })
    const kept = await guest.ticket('PUT', ticketPath(ticket.id), { recipient_comment: 'Ring twice' })
    expect(kept.promo_code).toBe('WELCOME10')
    const without = await guest.ticket('PUT', ticketPath(ticket.id), { promo_code: '' })
    expect(without.promo_code).toBeUndefined()
    expect(without.totals).toEqual(ticket.totals)
    expect(
      (await guest.send<ProblemBody>('PUT', ticketPath(ticket.id), { promo_code: 'EVERYTHING' })).status,
    ).toBe(422)
  })

  it('and a tip are computed by the server, whatever is sent (B13, X10)', async () => {
    const ticket = await completeOrder(guest)
    for (const tip of ['1,5', -1, 9_999_999, '1e3', 0.005, null])
      expect((await guest.send('POST', ticketPath(ticket.id, '/tip'), { tip })).status).toBe(422)
    expect((await guest.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 1.15 })).totals).toMatchObject({
      tips: '$1.15',
      total: '$18.57',
    })
    for (const quantity of [-1, 0, 1e9, 1.5])
      expect(
        (await guest.send('POST', ticketPath(ticket.id, '/items'), { items: [margherita({ quantity })] }))
          .status,
      ).toBe(422)
    // A price and a discount sent by the client are ignored.
    const made = { ...margherita(), price: 1, discounts: '-$16.00' }
    expect(
      (await guest.ticket('POST', ticketPath(ticket.id, '/items'), { items: [made] })).totals.sub_total,
    ).toBe('$32.00')
  })

  it('that has ended meanwhile takes nothing off, and only the total that the guest then sees is charged (B7)', async () => {
    const ticket = await completeOrder(guest)
    const reduced = await guest.ticket('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'TONIGHT' })
    expect(reduced.totals.discounts).toBe('-$1.00')
    // The next day at noon: 18 hours later the order still exists, but the promotion has ended.
    larder.clock.set('2026-11-21T17:00:00Z')
    const refused = await guest.send<ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(reduced, await guest.card('4242424242424242')),
    )
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(refused.body.message).toContain('$17.42')
    const restored = await guest.ticket('GET', ticketPath(ticket.id))
    expect(restored.totals).toMatchObject({ discounts: '$0.00', total: '$17.42' })
    const again = await guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/promocode'), {
      promo_code: 'TONIGHT',
    })
    expect(again).toMatchObject({
      status: 422,
      body: { code: 'promo_invalid', message: 'This promo code has expired.' },
    })
  })
})
