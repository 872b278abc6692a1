// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { detachTicket, saveSnapshot } from '#db/tickets.ts'
import { book, button, ordered, plain, title } from '../support/checkout-page.tsx'
import { inAct, orderPage } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

/** The restaurant is restored from a backup that was made before the last dish was added to the order. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const second = { ...plain, index: 2, quantity: 2 }
const open = ordered({ next_index: 3 })
const whole: TicketOrder = { ...open, items: [...open.items, second] }
const setBack: TicketOrder = { ...open, next_index: 2 }

const atTip = async (ticket: TicketOrder) => {
  keepStep('tip')
  const shown = await orderPage({ ticket, book, at: '/ordercheckout' })
  await show(shown.page)
  await title('Add a tip?')
  return shown
}
const missing = () => find('section', 'Missing dishes')

it('leads from checkout to what is missing, which is added again with one tap', async () => {
  const { db, active, router, net } = await atTip(whole)
  net.ticket = setBack
  await inAct(async () => await saveSnapshot(db, 'draft', setBack, Date.now()))
  await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
  expect(missing().textContent).toContain('The restaurant’s system lost these dishes.')
  expect(missing().textContent).toContain('2 × Margherita')
  await press(button('Add these dishes'))
  await until(async () => expect((await active())?.row.lost).toBeUndefined())
  expect((await active())?.pending.map(({ change }) => change)).toMatchObject([
    { kind: 'item.add', line: { menu_item: plain.menu_item, quantity: 2 } },
  ])
})

it('does not lead back once its guest has dismissed the dishes', async () => {
  const { db, router, net } = await atTip(whole)
  net.ticket = setBack
  await inAct(async () => await saveSnapshot(db, 'draft', setBack, Date.now()))
  await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
  await press(button('No, thank you'))
  await until(() => expect(document.body.textContent).not.toContain('2 × Margherita'))
  await press(button('CONTINUE'))
  await title('Add a tip?')
})

it('says of an order that was open in the backup that it may be placed, and offers its dishes', async () => {
  const { db, active } = await orderPage({ ticket: whole, book, at: '/ordercart' }).then(async (shown) => {
    await show(shown.page)
    return shown
  })
  await inAct(
    async () =>
      await detachTicket(db, { draftId: 'draft', ticketId: whole.id, mayBePlaced: true }, Date.now()),
  )
  const offer = await until(() => find('section', 'Your earlier order'))
  expect(offer.textContent).toContain('If you have placed it already, please call before you order it again.')
  await press(button('Start a new order with these dishes'))
  await until(async () => expect((await active())?.pending).toHaveLength(3))
})
