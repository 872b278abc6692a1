import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#lib/errors/app-error.ts'
import { payAndPlace } from '#features/checkout/requests.ts'
import type { Services } from '#lib/query/services.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { sessionServices } from '#app/account-services.ts'
import { dinnerTime, Guest, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { contact } from '../../server/support/orders.ts'
import { add, tip } from '../support/changes.ts'
import { listCharges, visa } from '../support/checkout.ts'
import { nextUuid, rules } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { editOf, personalRows, Phone, Tab } from '../support/tab.ts'

const loc = tavola.location

describe('signing out while money moves', () => {
  let larder: TestLarder
  let ada: Member
  let phone: Phone
  let tab: Tab
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
    ada = await Member.new(larder)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    phone = new Phone(larder)
    tab = await Tab.open(phone)
    await tab.signIn(ada.email)
  })
  const personal = () => personalRows(tab.db)

  it('waits for a payment of another tab: it ends in one charge, and then everything goes (U3)', async () => {
    const paying = await Tab.open(phone)
    await paying.record(
      add('a'),
      { kind: 'ticket.update', body: { use_curbside: true, use_delivery: false, ...contact } },
      tip(240),
    )
    expect(await paying.drain()).toEqual({ left: 0 })
    const { row, pending } = (await paying.active())!
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    phone.net.otherwise = ({ path }) => (path.endsWith('/payment') ? { holdUntil: gate } : undefined)
    const services = servicesOf(paying)
    const paid = payAndPlace(services, viewTicket(row, pending, rules), { card: cardOf(), name: 'Ada' }, bank)
    await expect.poll(() => phone.callsOf('/payment').length).toBe(1)
    expect(await tab.session.isPaying()).toBe(true)
    const signedOut = tab.session.signOut()
    expect([await tab.db.paymentAttempts.count(), tab.session.principal()]).toEqual([
      1,
      paying.session.principal(),
    ])
    release()
    expect(await paid).toMatchObject({ state: 'placed' })
    await signedOut
    expect([
      await listCharges(larder, row.ticketId!),
      await personal(),
      await tab.session.isPaying(),
    ]).toEqual([[1982], [], false])
    // A tap on the old screen is too late: nothing is paid or stored.
    await expect(
      payAndPlace(services, viewTicket(row, pending, rules), { card: cardOf(), name: 'Ada' }, bank),
    ).rejects.toBeInstanceOf(AppError)
    expect(await personal()).toEqual([])
  })

  it('asks once more when the payment that it waited for has no known outcome (U1, U3)', async () => {
    const paying = await Tab.open(phone)
    await paying.record(
      add('a'),
      { kind: 'ticket.update', body: { use_curbside: true, use_delivery: false, ...contact } },
      tip(240),
    )
    expect(await paying.drain()).toEqual({ left: 0 })
    const { row, pending } = (await paying.active())!
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    phone.net.otherwise = ({ path }) => (path.endsWith('/payment') ? { holdUntil: gate } : undefined)
    const paid = payAndPlace(
      servicesOf(paying),
      viewTicket(row, pending, rules),
      { card: cardOf(), name: 'Ada' },
      bank,
    )
    await expect.poll(() => phone.callsOf('/payment').length).toBe(1)
    const services = sessionServices(tab.session, {
      ...servicesOf(tab),
      push: { drop: async () => undefined },
    })
    const signedOut = services.signOut([])
    phone.net.otherwise = () => 'cut-before'
    release()
    expect([(await paid).state, await signedOut, tab.session.principal()]).toEqual([
      'unknown',
      false,
      paying.session.principal(),
    ])
    // Once they accept that one payment's outcome is unknown, they are signed out.
    const unsent = await services.listUnsent()
    expect([
      unsent.length,
      await services.signOut(['another']),
      await services.signOut(unsent),
      tab.session.principal(),
    ]).toEqual([1, false, true, 'guest'])
    expect(await personal()).toEqual([])
  })

  it('first says how much has not reached the restaurant, payments of unknown outcome included, and sends it on request (U1)', async () => {
    const services = servicesOf(tab)
    const { listUnsent, sendUnsent } = sessionServices(tab.session, {
      ...services,
      push: { drop: async () => undefined },
    })
    expect(await listUnsent()).toEqual([])
    phone.net.otherwise = () => 'cut-before'
    await tab.record(
      add('a'),
      { kind: 'ticket.update', body: { use_curbside: true, use_delivery: false, ...contact } },
      tip(240),
    )
    await tab.edit(editOf({ first_name: 'Grace' }))
    const unsent = await listUnsent()
    expect([unsent.length, await sendUnsent()]).toEqual([4, unsent])
    phone.net.otherwise = () => undefined
    expect(await sendUnsent()).toEqual([])
    const { row, pending } = (await tab.active())!
    phone.net.otherwise = ({ path }) => (path.endsWith('/payment') ? 'cut-after' : undefined)
    expect(
      await payAndPlace(services, viewTicket(row, pending, rules), { card: cardOf(), name: 'Ada' }, bank),
    ).toMatchObject({ state: 'unknown' })
    expect([
      (await listUnsent()).length,
      await sendUnsent(),
      await listCharges(larder, row.ticketId!),
    ]).toEqual([1, [], [1982]])
  })

  const cardOf = () => ({
    onChange: () => undefined,
    onReady: () => undefined,
    createPaymentMethod: async () => ({ id: await new Guest(larder).card(visa) }),
    unmount: () => undefined,
  })
  const bank = { mountCard: cardOf, authenticate: async () => undefined } as unknown as Parameters<
    typeof payAndPlace
  >[3]

  const servicesOf = (one: Tab): Services =>
    ({
      db: one.db,
      api: one.session.api,
      clock: larder.clock,
      ids: { uuid: nextUuid, secret: nextUuid },
      locationId: loc,
      principal: one.session.principal,
      attempts: {
        db: one.db,
        api: one.session.api,
        clock: larder.clock,
        principal: one.session.principal,
        withLock: phone.locks.withLock,
      },
      whilePaying: one.session.whilePaying,
      flush: async () => ({ left: (await one.drainNow()).left }),
    }) as Partial<Services> as Services
})
