// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'
import { setMedia, show, until } from '../support/screen.tsx'
import { rules } from '../support/device.ts'
import { snapshotOf, ticketRow } from '../support/snapshots.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'

beforeEach(() => {
  setMedia({})
  window.scrollTo = () => undefined
  document.body.replaceChildren()
})

const who = { locationId: 'tavola-nyc', principal: 'guest' }
/** An order that is ready so many minutes from now, by the clock on the restaurant's wall. */
function readyIn(minutesAhead: number, changes: Partial<TicketOrder> = {}): TicketOrder {
  const { date, minutes } = localTime(Date.now() + minutesAhead * 60_000, 'America/New_York')
  return placedOrder({ ready_date: date, ready_time: formatTimeOfDay(minutes), ...changes })
}
const ways = () =>
  [...document.querySelectorAll('main a, main button, a.button, button')].map((one) => one.textContent)
const open = async (order: TicketOrder, isActive = false) => {
  const made = await act(async () => await ordersPage(new OrdersNet(order), '/ticket/ticket-1'))
  if (isActive) {
    await act(async () => void (await made.db.tickets.put(ticketRow({ ...who, snapshot: order }))))
    const observeTicket = (listener: (watched: never) => void) =>
      void observeActiveTicket(made.db, who.locationId, who.principal).subscribe(listener as never)
    await act(async () => made.tickets.follow({ observeTicket } as never, () => rules, viewTicket))
  }
  await show(made.page)
}

describe("I'M HERE", () => {
  it.each([
    { what: 'ten minutes before its time', order: () => readyIn(9) },
    { what: 'when it is ready', order: () => readyIn(90, { status: 'Ready' }) },
    { what: 'for an order without a time', order: () => placedOrder() },
    { what: 'after its time', order: () => readyIn(-20) },
  ])('stands first $what', async ({ order }) => {
    await open(order())
    await until(() => expect(ways()[0]).toBe("I'M HERE"))
  })

  it('is not offered before that, and it says when it will be', async () => {
    await open(readyIn(45))
    await until(() => expect(document.body.textContent).toContain('It shows up 10 minutes before'))
    expect(ways()).not.toContain("I'M HERE")
    expect(document.querySelector('[data-countdown]')!.textContent).toMatch(/^In 4[456] min$/)
  })
})

describe('an order that nobody has placed', () => {
  it('leads on to its payment where it is this device’s own', async () => {
    const payments = [
      { display_name: 'Gift card', display_amount: '$5.00', tip: '$0.00', tender_type: 'card' as const },
    ]
    await open(snapshotOf({ payments }), true)
    await until(() =>
      expect(document.querySelector('a[href="/ordercheckout"]')?.textContent).toBe('GO ON WITH THIS ORDER'),
    )
  })

  it('says where it can be placed, and leads to a new one, where it was begun elsewhere', async () => {
    await open(snapshotOf())
    await until(() =>
      expect(document.querySelector('a[href="/order"]')?.textContent).toBe('START A NEW ORDER'),
    )
    expect(document.body.textContent).toContain('It can be placed on the device that it was begun on.')
  })
})
