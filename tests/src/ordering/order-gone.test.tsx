// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { lostLinesOf } from '#db/lost-lines.ts'
import { finishTicket, detachTicket, removeDraft, type TicketRow } from '#db/tickets.ts'
import { noteConfirmed } from '#lib/query/just-placed.ts'
import { keepOrderVisit } from '#lib/query/order-visit.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { inAct, orderPage } from '../support/order-page.tsx'
import { setMedia, show, until } from '../support/screen.tsx'
import { snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const placed = snapshotOf({ status: 'Submitted', name: 'B-1012' })
const open = async (at: string, heading: string, row: Partial<TicketRow> = {}) => {
  const made = await orderPage({ at, row })
  await show(made.page)
  // The skeleton has the same heading: wait for the order with its prices.
  await until(() => expect(document.body.textContent).toMatch(/\$\d/))
  expect(document.querySelector('h1')?.textContent).toBe(heading)
  return made
}
const screens = [
  { at: '/ordercart', heading: 'Review order' },
  { at: '/ordercheckout', heading: 'Checkout' },
]

it.each([
  { at: '/ordercart', visit: 'an earlier', index: 1, leadsTo: '/ordersubmit' },
  { at: '/ordercheckout', visit: 'an earlier', index: 1, leadsTo: '/ordersubmit' },
  { at: '/ordercart', visit: 'a new', index: 0, leadsTo: '/' },
  { at: '/ordercheckout', visit: 'a new', index: 0, leadsTo: '/' },
])(
  '$visit visit of $at, opened after the order was placed, leads to $leadsTo (P8)',
  async ({ at, index, leadsTo }) => {
    keepOrderVisit({ ticketId: 'ticket-1', index })
    const { page, db, router } = await orderPage({ at, row: null })
    await db.placedOrders.put({
      locationId: 'tavola-nyc',
      principal: 'guest',
      ticketId: 'ticket-1',
      placedAt: 1,
      ticket: placed,
    })
    await show(page)
    await until(() => expect(router.state.location.pathname).toBe(leadsTo))
  },
)

describe('Back from the confirmation of an order', () => {
  /** The visits of an order that was placed: the menus, the cart and two steps of checkout, then its confirmation. */
  async function order() {
    const { page, db, router } = await orderPage({ at: '/order', row: null })
    await db.placedOrders.put({
      locationId: 'tavola-nyc',
      principal: 'guest',
      ticketId: 'ticket-1',
      placedAt: 1,
      ticket: placed,
    })
    for (const to of ['/ordercart', '/ordercheckout', '/ordercheckout', '/ordersubmit'])
      router.history.push(to)
    keepOrderVisit({ ticketId: 'ticket-1', index: 4 })
    noteConfirmed('ticket-1')
    await show(page)
    const at = (path: string) => until(() => expect(router.state.location.pathname).toBe(path))
    await at('/ordersubmit')
    return { router, at }
  }

  it('leads to the page before the order, past every step of checkout (P8)', async () => {
    const { router, at } = await order()
    await inAct(async () => router.history.back())
    await at('/order')
    expect(router.state.location.state.__TSR_index).toBe(1)
    await inAct(async () => router.history.back())
    await at('/')
  })

  it('and forward again leads to the confirmation (P8)', async () => {
    const { router, at } = await order()
    await inAct(async () => router.history.back())
    await at('/order')
    await inAct(async () => router.history.forward())
    await at('/ordersubmit')
  })
})

/** Two tabs press PLACE YOUR ORDER, or the server's round finishes what a lost answer began: every open page follows the order. */
describe.each(screens)('a page of the active order: $at', ({ at, heading }) => {
  it.each(['Submitted', 'Cancelled'])('leads to the order when it becomes %s elsewhere', async (status) => {
    const { db, router } = await open(at, heading)
    keepStep('payment')
    await inAct(() => finishTicket(db, 'draft', { ...placed, status }, 5))
    await until(() => expect(router.state.location.pathname).toBe('/ordersubmit'))
    expect(sessionStorage.getItem('checkout_step')).toBeNull()
  })

  it('leads to the order that was placed elsewhere, also where dishes are still offered beside it', async () => {
    const { db, router } = await open(at, heading, { lost: lostLinesOf(snapshotOf()) })
    await inAct(() => finishTicket(db, 'draft', placed, 5))
    await until(() => expect(router.state.location.pathname).toBe('/ordersubmit'))
    expect((await inAct(() => db.tickets.get('draft-late')))?.lost).toHaveLength(1)
  })

  it('shows the dishes of one that the restaurant no longer has', async () => {
    const { db, router } = await open(at, heading)
    await inAct(() => detachTicket(db, { draftId: 'draft' }, 5))
    await until(() => expect(document.body.textContent).toContain('Start a new order with these dishes'))
    expect(router.state.location.pathname).toBe('/ordercart')
  })

  it('leads home when the order is gone without having been placed @ER-04', async () => {
    const { db, router } = await open(at, heading)
    await inAct(() => removeDraft(db, 'draft'))
    await until(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('leads home when only an earlier order was placed', async () => {
    const { db, router } = await open(at, heading)
    await inAct(() =>
      db.placedOrders.put({
        locationId: 'tavola-nyc',
        principal: 'guest',
        ticketId: 'older',
        placedAt: 1,
        ticket: { ...placed, id: 'older' },
      }),
    )
    await inAct(() => removeDraft(db, 'draft'))
    await until(() => expect(router.state.location.pathname).toBe('/'))
  })
})
