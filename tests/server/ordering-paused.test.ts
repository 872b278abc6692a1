import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { chargedOf, guestPayment, home, buyer, readyOrder, submit, visa } from './support/card-orders.ts'
import { databases, type Engine } from './support/databases.ts'
import {
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, margherita, paidOrder, paymentOf, startOrder } from './support/orders.ts'
import { administratorOf, kitchenOf } from './support/placed.ts'

/** An engine whose disk a test can fill. */
function filling(engine: Engine): { engine: Engine; full: (isFull: boolean) => void } {
  let isFull = false
  const hasRoom = (): boolean => !isFull
  const open = async (): Promise<Database> => {
    const database = await engine.open()
    const watched = (tx: Transaction): Transaction => ({ ...tx, hasRoom })
    return { ...database, hasRoom, transaction: (work) => database.transaction((tx) => work(watched(tx))) }
  }
  return { engine: { ...engine, open }, full: (now) => void (isFull = now) }
}

const paused = {
  status: 503,
  headers: { 'retry-after': '30' },
  body: {
    code: 'ordering_paused',
    message: 'We cannot take new orders right now. Nothing was charged. Please try again later, or call us.',
  },
}

describe.for(databases)('with no room for new orders [$name]', (plain) => {
  const { engine, full } = filling(plain)
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  beforeEach(() => full(false))
  afterAll(() => larder.close())

  const pay = (id: string, body: unknown, key: string = randomUUID()) =>
    guest.send<TicketBody & ProblemBody>('POST', ticketPath(id, '/payment'), body, { key })

  it('none is begun or added to, and what waits on a device is taken under the same key afterwards', async () => {
    const ticket = await startOrder(guest)
    const key = randomUUID()
    const add = () =>
      guest.send<TicketBody>('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] }, { key })
    full(true)
    expect(await guest.send('GET', '/location/:loc/ticketorder/create')).toMatchObject(paused)
    expect(await add()).toMatchObject(paused)
    expect((await guest.ticket('GET', ticketPath(ticket.id))).items).toHaveLength(1)
    full(false)
    expect((await add()).body.ticket_order.items).toHaveLength(2)
  })

  it('no order is paid for, neither food nor cards nor cards by post, and a late copy of such a payment charges nobody', async () => {
    const ticket = await completeOrder(guest)
    const cards = await readyOrder(guest)
    const items = [{ item: 'posted-card', price: 25, quantity: 1 }]
    const posted = (
      await guest.send<{ physical_order: { id: string } }>('POST', '/location/:loc/physicalcard/start', {
        items,
      })
    ).body.physical_order
    const keys = [randomUUID(), randomUUID(), randomUUID()]
    const [food, bought, sent] = await Promise.all(Array.from({ length: 3 }, () => guest.card(visa)))
    const send = async () => [
      await pay(ticket.id, paymentOf(ticket, food!), keys[0]),
      await submit(guest, cards.id, guestPayment(cards, bought!), keys[1]),
      await guest.send(
        'PUT',
        `/location/:loc/physicalcard/${posted.id}`,
        { status: 'Submit', items, ...home, ...buyer, amount: 29.95, payment_token: sent },
        { key: keys[2]! },
      ),
    ]
    full(true)
    // The refusal is final: it does not ask the client to try again with this key.
    for (const reply of await send())
      expect(reply).toMatchObject({ status: paused.status, body: paused.body })
    full(false)
    for (const reply of await send())
      expect(reply).toMatchObject({ status: paused.status, body: paused.body })
    for (const id of [ticket.id, cards.id, posted.id]) expect(await chargedOf(larder, id)).toEqual([])
    expect((await pay(ticket.id, paymentOf(ticket, await guest.card(visa)))).status).toBe(200)
  })

  it('the staff read so on the kitchen’s page, and that nothing was changed where they change something new', async () => {
    const owner = await administratorOf(larder)
    const isFull = async () => (await kitchenOf(owner)).is_full
    expect(await isFull()).toBeUndefined()
    full(true)
    expect(await isFull()).toBe(true)
    const { status, body } = await owner.send<ProblemBody>('POST', '/staff/tablets', { name: 'Grill' })
    expect([status, body.message]).toEqual([
      503,
      'The server’s disk is full, so nothing new can be saved, and nothing was changed. Please tell whoever runs the server.',
    ])
    full(false)
    expect(await isFull()).toBeUndefined()
    expect((await owner.send('POST', '/staff/tablets', { name: 'Grill' })).status).toBe(200)
  })

  it('what was being paid is finished under its key, what is paid is placed, and everything can be read', async () => {
    const waiting = await completeOrder(guest)
    const key = randomUUID()
    const body = paymentOf(waiting, await guest.card('4000002500003155'))
    expect((await pay(waiting.id, body, key)).body.code).toBe('authentication_required')
    const paid = await paidOrder(guest)
    full(true)
    const goingOn = await pay(waiting.id, body, key)
    expect(goingOn.body.code).not.toBe('ordering_paused')
    expect(await guest.ticket('POST', submitPath(paid.id), { phone_number: '' })).toMatchObject({
      status: 'Submitted',
    })
    for (const path of ['/location/:loc', '/location/:loc/menus', ticketPath(paid.id)])
      expect((await guest.send('GET', path)).status).toBe(200)
  })
})

it('without space, only calls go on that finish something, refund, or keep somebody out', () => {
  const finishing = Object.entries(endpoints).flatMap(([name, endpoint]) =>
    'finishes' in endpoint && endpoint.finishes ? [name] : [],
  )
  expect(finishing.toSorted()).toEqual(
    [
      'submitTicket',
      'releaseTenders',
      'checkIn',
      'updateDelivery',
      'unsubscribeFromOrder',
      'switchKitchen',
      'pauseOrders',
      'sellOut',
      'moveKitchenOrder',
      'refundKitchenOrder',
      'holdCard',
      'releaseCard',
      'voidCard',
      'reissueCard',
      'refundCardOrder',
      'settleFailedRefund',
      'cancelTicket',
      'changeStaffRole',
      // Cancelling and refunding need a step-up first.
      'beginStepUp',
      'stepUp',
      'beginPasskey',
      'addPasskey',
      'renamePasskey',
      'removePasskey',
      'beginApp',
      'addApp',
      'removeApp',
      'makeRecoveryCodes',
      'takeSecondFactors',
      'signOutTablet',
      'leaveTablet',
      'resetPassword',
      'updatePassword',
      'changePassword',
      'deleteAccount',
      'unlockAccount',
      'unlockAccountByPost',
      'revokeSession',
      'revokeByRevocationId',
    ].toSorted(),
  )
})
