import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { putPlaced, savePlaced } from '#db/placed-orders.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { ticketHistoryQuery } from '#lib/query/ticket-history.ts'
import { findOwnOrders, habitsOf } from '#features/checkout/use-habits.ts'
import {
  dinnerTime,
  Guest,
  startTestLarder,
  ticketPath,
  type TestLarder,
} from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { address, completeOrder } from '../../server/support/orders.ts'
import { place, placedOrder, vehicle } from '../../server/support/placed.ts'
import { embedded } from '../support/embedded.ts'
import { Phone, Tab } from '../support/tab.ts'

const history = '/ticketorder/history'

/** A member's usual choices come with the account, to every device that they sign in on (decision 046). */
describe('the orders from which checkout learns a guest’s habits', () => {
  let larder: TestLarder
  let ada: Member
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ada = await Member.new(larder)
  })

  /** Places an order from another device. */
  async function order(who: Guest, { percent, ...changes }: Record<string, unknown> = {}) {
    const ticket = await completeOrder(who)
    if (percent !== undefined)
      await who.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 3.2, tip_percent: percent })
    larder.clock.advance(60_000)
    return await place(who, await who.ticket('PUT', ticketPath(ticket.id), changes))
  }
  const atTheCurb = { use_curbside: true, ...vehicle }
  const delivered = { use_delivery: true, use_curbside: false, ...address }

  /** A device on which the member has just signed in, with the data that checkout finds. */
  async function signedIn(who: Member) {
    const phone = new Phone(larder)
    const tab = await Tab.open(phone)
    await tab.signIn(who.email)
    phone.net.calls.length = 0
    const services = {
      ...tab.reads,
      principal: () => tab.session.principal(),
    } as Partial<Services> as Services
    // With a new query cache each time, as after a launch.
    const find = (listsOrders = true) => findOwnOrders(services, createQueryClient(), listsOrders)
    const ids = async () => (await find()).map(({ id }) => id)
    const habits = async () => habitsOf(await find(), true)
    /** Reads the member's orders again, as each launch does. */
    const refresh = async () => {
      larder.clock.advance(60_000)
      const load = async () => services
      const query = ticketHistoryQuery(load, tab.who.locationId, tab.who.principal)
      await createQueryClient().fetchInfiniteQuery(query)
    }
    return { phone, tab, find, ids, habits, refresh }
  }
  /** Stores an order as one that was placed on this device. */
  const keepHere = ({ db, who }: Tab, ticket: TicketOrder) =>
    putPlaced(db, { ...who, ticketId: ticket.id, placedAt: larder.clock.now(), ticket })

  it('come to a second device with the account, and stay there without a network', async () => {
    await order(ada, { ...atTheCurb, percent: 20 })
    const { phone, habits } = await signedIn(ada)
    const known = {
      way: 'curbside',
      tipPercent: 20,
      contact: { ...vehicle, recipient_first_name: 'Ada', recipient_phone: '(212) 555-0147' },
    }
    expect(await habits()).toMatchObject(known)
    phone.net.otherwise = () => 'cut-before'
    expect(await habits()).toMatchObject(known)
    expect(phone.callsOf(history)).toHaveLength(1)
  })

  it('keep the car and the address that were told last, whichever way the order came since', async () => {
    await order(ada, atTheCurb)
    await order(ada, delivered)
    const device = await signedIn(ada)
    const { way, contact } = await device.habits()
    expect([way, contact]).toMatchObject(['delivery', { ...vehicle, ...address }])
    await order(ada)
    await device.refresh()
    expect(await device.habits()).toMatchObject({ way: 'curbside', contact: { ...vehicle, ...address } })
    expect(contact.recipient_comment).toBeUndefined()
  })

  it('are in the order of their placing: a newer one of this device before older ones of the account, and the other way around', async () => {
    const first = await order(ada, atTheCurb)
    const device = await signedIn(ada)
    expect(await device.ids()).toEqual([first.id])
    const here = await order(ada, delivered)
    await keepHere(device.tab, here)
    expect(await device.ids()).toEqual([here.id, first.id])
    const elsewhere = await order(ada, atTheCurb)
    await device.refresh()
    expect(await device.ids()).toEqual([elsewhere.id, here.id, first.id])
    expect((await device.habits()).way).toBe('curbside')
  })

  it('come after those of this device where the API does not tell when they were placed', async () => {
    const there = await order(ada, atTheCurb)
    const device = await signedIn(ada)
    await device.ids()
    await device.tab.db.ticketHistories.toCollection().modify((row) => {
      for (const ticket of row.tickets) delete ticket.history
    })
    const here = await order(ada, delivered)
    const { history: _times, ...untimed } = here
    await keepHere(device.tab, untimed)
    expect(await device.ids()).toEqual([here.id, there.id])
  })

  it('are none that were only looked at', async () => {
    const theirs = await placedOrder(new Guest(larder))
    const { tab, ids } = await signedIn(ada)
    await savePlaced(tab.db, tab.who, theirs, larder.clock.now())
    expect(await ids()).toEqual([])
    const own = await order(ada)
    await savePlaced(tab.db, tab.who, own, larder.clock.now(), { isAwaited: true })
    expect(await ids()).toEqual([own.id])
  })

  it('are deleted at sign-out, and nobody else’s', async () => {
    await order(ada, atTheCurb)
    const { tab, ids, phone } = await signedIn(ada)
    expect(await ids()).toHaveLength(1)
    await tab.session.signOut()
    expect(await ids()).toEqual([])
    const eve = await Member.new(larder)
    await tab.signIn(eve.email)
    expect(await ids()).toEqual([])
    expect(phone.callsOf(history)).toHaveLength(2)
  })

  it('are requested once, and not for a guest, or if the restaurant has no list of them', async () => {
    const { phone, find, tab } = await signedIn(ada)
    expect(await find(false)).toEqual([])
    expect(phone.callsOf(history)).toHaveLength(0)
    await find()
    expect(await find()).toEqual([])
    expect(phone.callsOf(history)).toHaveLength(1)
    await tab.session.signOut()
    await find()
    expect(phone.callsOf(history)).toHaveLength(1)
  })
})

describe('a tip as a habit', () => {
  const tipped = (tip: string, percent?: number) =>
    ({
      tip,
      tip_percent: percent,
      totals: { sub_total: '$16.00' },
    }) as unknown as TicketOrder

  it.each([
    { of: 'a preset', order: tipped('$3.20', 20), tellsShares: true, is: 20 },
    { of: 'another share', order: tipped('$2.88', 18), tellsShares: true, is: undefined },
    { of: 'none', order: tipped('$0.00'), tellsShares: true, is: 0 },
    { of: 'an amount that was typed', order: tipped('$3.20'), tellsShares: true, is: undefined },
    { of: 'a preset, from an API of amounts', order: tipped('$3.20'), tellsShares: false, is: 20 },
    { of: 'no amount at all', order: tipped('none'), tellsShares: false, is: undefined },
    {
      of: 'another amount, from an API of amounts',
      order: tipped('$3.00'),
      tellsShares: false,
      is: undefined,
    },
  ])('is the share that was given: $of', ({ order, tellsShares, is }) => {
    expect(habitsOf([order], tellsShares).tipPercent).toBe(is)
  })
})
