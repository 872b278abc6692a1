// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { lostLinesOf } from '#db/lost-lines.ts'
import type { TicketRow } from '#db/tickets.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { add } from '../support/changes.ts'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { rules } from '../support/device.ts'
import { snapshotOf, ticketRow } from '../support/snapshots.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const who = { locationId: 'tavola-nyc', principal: 'guest' }
/** An order that is ready this many minutes from now, in the restaurant's time zone. */
function readyIn(minutesAhead: number, changes: Partial<TicketOrder> = {}): TicketOrder {
  const { date, minutes } = localTime(Date.now() + minutesAhead * 60_000, 'America/New_York')
  return placedOrder({ ready_date: date, ready_time: formatTimeOfDay(minutes), ...changes })
}
const ways = () =>
  [...document.querySelectorAll('main a, main button, a.button, button')].map((one) => one.textContent)
const open = async (order: TicketOrder, active?: TicketRow) => {
  const made = await act(async () => await ordersPage(new OrdersNet(order), '/ticket/ticket-1'))
  if (active) {
    await act(async () => void (await made.db.tickets.put(active)))
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
  ])('is shown first $what', async ({ order }) => {
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

it('an order for as soon as possible has no empty line where the minutes would be', async () => {
  await open(placedOrder())
  await until(() => expect(document.body.textContent).toContain('as soon as possible'))
  expect(document.querySelector('[data-countdown]')).toBeNull()
})

describe('an order that nobody has placed', () => {
  it('leads on to its payment where it is this device’s own', async () => {
    const payments = [
      { display_name: 'Gift card', display_amount: '$5.00', tip: '$0.00', tender_type: 'card' as const },
    ]
    const order = snapshotOf({ payments })
    await open(order, ticketRow({ ...who, snapshot: order }))
    await until(() =>
      expect(document.querySelector('a[href="/ordercheckout"]')?.textContent).toBe('CONTINUE THIS ORDER'),
    )
  })

  it('says where it can be placed, and links to a new one, when it was begun elsewhere', async () => {
    await open(snapshotOf())
    await until(() =>
      expect(document.querySelector('a[href="/order"]')?.textContent).toBe('START A NEW ORDER'),
    )
    expect(document.body.textContent).toContain('Place it on the device where you started it.')
  })
})

it.each([
  { what: 'dishes of another order', lost: lostLinesOf(snapshotOf()), refusals: [] },
  {
    what: 'changes that came too late',
    refusals: [{ opId: 'o', change: add('a'), messages: ['No.'], refusedAt: 1 }],
  },
])('a placed order leads to what did not come with it: $what', async ({ what: _what, ...left }) => {
  await open(placedOrder(), { ...who, draftId: 'draft-late', lineIds: {}, updatedAt: 1, ...left })
  const link = await until(() => find('a', 'SEE WHAT WAS LEFT OUT'))
  expect(link.getAttribute('href')).toBe('/ordercart')
})

it('a placed order says nothing of the next one that is begun', async () => {
  await open(placedOrder(), ticketRow({ ...who, ticketId: 'next', snapshot: snapshotOf({ id: 'next' }) }))
  await until(() => expect(ways()).toContain("I'M HERE"))
  expect(ways()).not.toContain('SEE WHAT WAS LEFT OUT')
})

it('an order that ran out leads to no new one where online orders are switched off meanwhile', async () => {
  const net = new OrdersNet(snapshotOf({ status: 'Expired' }))
  const { page } = await act(async () => await ordersPage(net, '/ticket/ticket-1', { meals: {} }))
  await show(page)
  await until(() => find('h1'))
  await until(() => expect(document.querySelector('a[href^="tel:"]')).not.toBeNull())
  expect(ways().filter((name) => name === 'Return Home')).toHaveLength(1)
  expect(document.body.textContent).not.toContain('START A NEW ORDER')
  expect(document.body.textContent).not.toContain('You can order the same again')
})
