// @vitest-environment jsdom
import { act } from 'react'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import { beforeEach, expect, it } from 'vitest'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const countOf = (part: string): number => document.body.textContent.split(part).length - 1
const open = async (order: ReturnType<typeof placedOrder>): Promise<void> => {
  const made = await act(async () => await ordersPage(new OrdersNet(order), '/ordersubmit', { held: order }))
  await show(made.page)
  await until(() => expect(countOf('Order number')).toBe(1))
}
const timed = {
  status: 'Submitted',
  ready_date: '2030-11-24',
  ready_date_display: '11/24/2030',
  ready_time: '7:15pm',
  ready_time_display: '7:15pm',
  success_message: {
    header: 'Thank you!',
    message: 'Your order 1042 is in. It will be ready for you on 11/24/2030 at 7:15pm.',
  },
}

it('the confirmation says the time and the number once each', async () => {
  await open(placedOrder(timed))
  await until(() => expect([countOf('7:15pm'), countOf('1042')]).toEqual([1, 1]))
})

it.each([
  ['title', '/ticket/ticket-1', 'Order 1042'],
  ['title at the curb', '/ticket/ticket-1?action=checkin', 'Picking up order 1042'],
])('the number is only in the %s of the order’s page', async (_where, address, title) => {
  const made = await act(async () => await ordersPage(new OrdersNet(placedOrder(timed)), address))
  await show(made.page)
  await until(() => expect(find('h1').textContent).toBe(title))
  expect([countOf('1042'), countOf('Order number')]).toEqual([1, 0])
})

it('once it was handed over, the time is among its details', async () => {
  await open(placedOrder({ ...timed, status: 'Completed' }))
  expect(document.body.textContent).toContain('When11/24/2030, 7:15pm')
})

it('once it was handed over its day is listed there, even when it was for as soon as possible', async () => {
  await open(placedOrder({ status: 'Completed', pretty_date: '11/25/2026' }))
  expect(document.body.textContent).toContain('When11/25/2026')
  expect(document.body.textContent).not.toContain('As soon as it is ready')
})

it('in Spanish, too, where the month is named', async () => {
  setTranslation(es)
  try {
    const made = await act(
      async () =>
        await ordersPage(new OrdersNet(placedOrder({ ...timed, status: 'Completed' })), '/ticket/ticket-1'),
    )
    await show(made.page)
    await until(() => expect(document.body.textContent).toContain('Cuándo24 nov 2030, 7:15pm'))
  } finally {
    setTranslation(undefined)
  }
})
