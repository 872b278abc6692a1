import Dexie from 'dexie'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { type CardOrderRow, updateCardOrder } from '#db/card-orders.ts'
import { expect, it, onTestFinished } from 'vitest'
import { LarderDatabase } from '#db/database.ts'
import { type PhysicalOrderRow, savePhysicalOrder } from '#db/physical-orders.ts'
import { findTicket, saveSnapshot } from '#db/tickets.ts'
import { refreshCardOrder } from '#features/card-orders/requests.ts'
import { refreshCart } from '#features/physical-cards/requests.ts'
import type { Api } from '#lib/api/client.ts'
import type { Services } from '#lib/query/services.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'
import { newDatabaseName } from '../support/device.ts'
import { noTotals, snapshotOf, ticketRow } from '../support/snapshots.ts'

it('an answer that is older than the payment heard meanwhile is dropped, also where that is written while it is looked at', async () => {
  const db = new LarderDatabase(newDatabaseName())
  onTestFinished(() => db.delete())
  const unpaid = snapshotOf()
  const paid = snapshotOf({ status: 'PaymentComplete', totals: { ...noTotals, total: '$17.42' } })
  await db.tickets.put(ticketRow({ draftId: 'draft', ticketId: unpaid.id, snapshot: unpaid, updatedAt: 1 }))
  // The payment's answer arrives between reading the row and writing the older answer.
  let heard: PromiseLike<void> | undefined
  let looks = 0
  const { get } = db.tickets
  db.tickets.get = ((key: string) => {
    const found: unknown = Reflect.apply(get, db.tickets, [key])
    if (++looks === 2) heard = Dexie.ignoreTransaction(async () => await saveSnapshot(db, 'draft', paid, 3))
    return found
  }) as unknown as typeof get
  const api = { send: async () => ({ ticket_order: unpaid }) } as Partial<Api> as Api
  await followTicket({ db, api, clock: { now: () => 2 }, locationId: 'tavola-nyc' }, 'draft', unpaid.id)
  db.tickets.get = get
  await heard
  expect(heard).toBeDefined()
  expect((await findTicket(db, 'draft'))?.snapshot?.status).toBe('PaymentComplete')
})

const clock = { now: () => 2 }
const rest = { orderId: 'order', locationId: 'tavola-nyc', principal: 'guest', updatedAt: 1 }

it('so is one of an order for gift cards, and of a cart of cards by post', async () => {
  const db = new LarderDatabase(newDatabaseName())
  onTestFinished(() => db.delete())
  const [open, placed] = ['Open', 'Placed'].map((status) => ({ id: 'order', status }))
  const cardRow = {
    ...rest,
    type: 'SendEmail',
    snapshot: open as Partial<CardOrder> as CardOrder,
    step: 0,
    typed: {},
  } as CardOrderRow
  const cartRow = {
    ...rest,
    snapshot: open as Partial<PhysicalOrder> as PhysicalOrder,
    typed: {},
  } as PhysicalOrderRow
  await db.cardOrders.put(cardRow)
  await db.physicalOrders.put(cartRow)
  // Both orders are placed while the older answer is under way.
  const send = async () => {
    await updateCardOrder(db, 'order', { snapshot: placed as Partial<CardOrder> as CardOrder }, 3)
    await savePhysicalOrder(db, 'order', placed as Partial<PhysicalOrder> as PhysicalOrder, 3)
    return { card_order: open, physical_order: open }
  }
  const services = { db, clock, api: { send } as unknown as Api } as Partial<Services> as Services
  await refreshCardOrder(services, cardRow)
  expect((await db.cardOrders.get('order'))?.snapshot.status).toBe('Placed')
  await refreshCart(services, cartRow)
  expect((await db.physicalOrders.get('order'))?.snapshot.status).toBe('Placed')
})
