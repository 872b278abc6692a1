// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import { beginCardOrder, updateCardOrder } from '#db/card-orders.ts'
import { startCardOrder } from '#features/card-orders/requests.ts'
import { cardOrder, cardOrderPage, CardOrdersNet } from '../support/card-order-page.tsx'
import { inAct } from '../support/order-page.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'

/** Two tabs, each with an order for another kind of gift card. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const begun = (type: CardOrderType, id: string) => ({
  orderId: id,
  locationId: 'tavola-nyc',
  principal: 'guest',
  type,
  snapshot: cardOrder({ id, type }),
  step: 3,
  typed: { recipient_first_name: 'Rosa' },
})
const items = [{ index: 1, item: 'giftcard' as const, price: 25, quantity: 1, program_id: 'classic' }]

it('each keep their own order, and start none again', async () => {
  const net = new CardOrdersNet()
  const row = { ...begun('SendEmail', 'mine'), snapshot: cardOrder({ type: 'SendEmail', items }) }
  const { page, db, services } = await cardOrderPage(net, '/flow/SendEmail', { row })
  await show(page)
  await until(() => expect(find('form h2').textContent).toBe('Who is it for?'))
  await inAct(() => beginCardOrder(db, { ...begun('SendText', 'theirs'), updatedAt: Date.now() + 1 }))
  const kept = async () => (await db.cardOrders.toArray()).map(({ type }) => type).toSorted()
  expect(await kept()).toEqual(['SendEmail', 'SendText'])
  await until(() => expect(find<HTMLInputElement>('[name=recipient_first_name]').value).toBe('Rosa'))
  expect(net.calls.filter(({ path }) => path.endsWith('/start'))).toEqual([])
  // A second order of the same kind replaces the first.
  net.order = cardOrder({ id: 'again' })
  await inAct(() => startCardOrder(services, { type: 'SendText' }, 'key'))
  expect(await kept()).toEqual(['SendEmail', 'SendText'])
})

it('at one and the same show its review when one of them pays, which stays when the next is begun', async () => {
  const net = new CardOrdersNet()
  const row = { ...begun('SendEmail', 'mine'), snapshot: cardOrder({ id: 'mine', type: 'SendEmail', items }) }
  const { page, db } = await cardOrderPage(net, '/flow/SendEmail', { row })
  await show(page)
  await until(() => expect(find('form h2').textContent).toBe('Who is it for?'))
  const placed = cardOrder({ id: 'mine', type: 'SendEmail', items, status: 'Completed' })
  await inAct(() => updateCardOrder(db, 'mine', { snapshot: placed, step: 9 }, Date.now()))
  await until(() => find('h2', 'Your order is placed'))
  expect(net.calls.filter(({ path }) => path.endsWith('/start'))).toEqual([])
  await inAct(() => beginCardOrder(db, { ...begun('SendEmail', 'next'), step: 0, updatedAt: Date.now() + 1 }))
  expect((await db.cardOrders.toArray()).map(({ orderId }) => orderId)).toEqual(['next'])
  // This later change arrives through the same subscription, so the new order has been seen by then.
  await inAct(() => updateCardOrder(db, 'next', { step: 1 }, Date.now() + 2))
  find('h2', 'Your order is placed')
})

it('reloaded after the next is begun, the tab of the first shows its review again, and not the new one', async () => {
  const net = new CardOrdersNet()
  const row = { ...begun('SendEmail', 'mine'), snapshot: cardOrder({ id: 'mine', type: 'SendEmail', items }) }
  const { page, db } = await cardOrderPage(net, '/flow/SendEmail', { row })
  const { again } = await show(page)
  await until(() => expect(find('form h2').textContent).toBe('Who is it for?'))
  const placed = cardOrder({ id: 'mine', type: 'SendEmail', items, status: 'Completed' })
  await inAct(() => updateCardOrder(db, 'mine', { snapshot: placed, step: 9 }, Date.now()))
  await until(() => find('h2', 'Your order is placed'))
  await inAct(() => beginCardOrder(db, { ...begun('SendEmail', 'next'), step: 0, updatedAt: Date.now() + 1 }))
  net.order = placed
  await again(null)
  await again(page)
  await until(() => find('h2', 'Your order is placed'))
  expect(net.calls.at(-1)).toMatchObject({ method: 'GET', path: '/card/order/mine' })
  expect(find('a', 'VIEW RECEIPT').getAttribute('href')).toContain('mine')
})
