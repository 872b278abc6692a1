// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TicketStatus, ticketStatuses } from '#contract/schemas/ticket-order.ts'
import { listCurrentOrders } from '#db/current-orders.ts'
import { setMedia, show, until } from '../support/screen.tsx'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const thanks = {
  header: 'Thank you!',
  message: 'Your order 1042 is in. It will be ready for you in about 20 minutes.',
}
const back = {
  header: 'Your order was canceled',
  message: 'The kitchen canceled it. $17.42 goes back to Visa ending in 4242; allow 5–10 business days.',
}

/** The heading for each status, and the text below it. Add a new status here. */
const heads: Record<TicketStatus, { confirmation: [string, string]; ticket: [string, string] }> = {
  // An order that the restaurant does not have as placed is lost: lost-order.test.tsx.
  Open: { confirmation: ['Order 1042', ''], ticket: ['Order 1042', ''] },
  PaymentComplete: { confirmation: ['Order 1042', ''], ticket: ['Order 1042', ''] },
  Submitted: { confirmation: ['Thank you!', thanks.message], ticket: ['Order 1042', ''] },
  Queued: { confirmation: ['Thank you!', thanks.message], ticket: ['Order 1042', ''] },
  Preparing: { confirmation: ['Your order is being made', ''], ticket: ['Order 1042', ''] },
  Ready: { confirmation: ['Your order is ready', ''], ticket: ['Order 1042', ''] },
  Completed: { confirmation: ['Your order was handed over', ''], ticket: ['Order 1042', ''] },
  Expired: { confirmation: ['Order 1042', ''], ticket: ['Order 1042', ''] },
  Cancelled: {
    confirmation: ['Your order was canceled', back.message],
    ticket: ['Your order was canceled', back.message],
  },
}

/** An order placed and confirmed on this device, which the server now reports with another status. */
async function open(at: string, status: string, message: { header: string; message: string } | undefined) {
  const net = new OrdersNet(
    placedOrder({ status, ...(message && { success_message: message }), payments: paid }),
  )
  const made = await act(
    async () => await ordersPage(net, at, { held: placedOrder({ success_message: thanks }) }),
  )
  await show(made.page)
  return made
}
const paid = [
  {
    display_name: 'Gift card ending in 0004',
    display_amount: '$5.00',
    tip: '$0.00',
    tender_type: 'card' as const,
  },
  {
    display_name: 'Visa ending in 4242',
    display_amount: '$12.42',
    tip: '$0.00',
    tender_type: 'credit_card' as const,
  },
]
const head = () => [
  document.querySelector('h1')?.textContent,
  document.querySelector('h1 + p')?.textContent ?? '',
]
const says = (expected: readonly string[]) => until(() => expect(head()).toEqual(expected))

describe('the head of an order’s page is the order’s state', () => {
  for (const status of ticketStatuses) {
    it(`on the confirmation: ${status}`, async () => {
      await open('/ordersubmit', status, status === 'Cancelled' ? back : thanks)
      await says(heads[status].confirmation)
    })

    it(`at its address: ${status}`, async () => {
      await open('/ticket/ticket-1', status, status === 'Cancelled' ? back : thanks)
      await says(heads[status].ticket)
    })
  }

  it('of one that was not placed in time says so, where nobody here placed it', async () => {
    const net = new OrdersNet(placedOrder({ status: 'Expired', payments: [] }))
    await show((await act(async () => await ordersPage(net, '/ticket/ticket-1'))).page)
    await says(['This order was not placed in time', ''])
  })

  it('never thanks for a cancelled order, and says what goes back and where to also when the restaurant says nothing', async () => {
    await open('/ordersubmit', 'Cancelled', undefined)
    await says([
      'Your order was canceled',
      '$5.00 is back on Gift card ending in 0004. $12.42 goes back to Visa ending in 4242; allow 5–10 business days.',
    ])
    expect(document.body.textContent).not.toContain('Thank you')
  })

  it('of a canceled order is shown once: no other screen shows it afterwards', async () => {
    const { db } = await open('/ticket/ticket-1', 'Cancelled', back)
    await says(heads.Cancelled.ticket)
    expect(document.body.textContent).toMatch(/Goes back.*\nVisa ending in 4242 \$12\.42/)
    const told = async () =>
      (await listCurrentOrders(db, { locationId: 'tavola-nyc', principal: 'guest' })).placed
    await act(async () => await expect.poll(told).toEqual([]))
  })

  it.each([
    ['Submitted', 'open', /Paid.*\$5\.00\nVisa ending in 4242 \$12\.42/],
    [
      'Cancelled',
      'open',
      /Goes backGift card ending in 0004 \$5\.00With your bankVisa ending in 4242 \$12\.42/,
    ],
    [
      'Completed',
      'lost',
      /PaidGift card ending in 0004 \$5\.00Taken back by your bankVisa ending in 4242 \$12\.42/,
    ],
  ] as const)(
    'of a %s order whose bank’s dispute is %s does not call money paid, or going back, that the bank has',
    async (status, dispute, words) => {
      const payments = paid.map((one) => (one.tender_type === 'credit_card' ? { ...one, dispute } : one))
      const net = new OrdersNet(placedOrder({ status, payments }))
      await show((await act(async () => await ordersPage(net, '/ticket/ticket-1'))).page)
      await until(() => expect(document.querySelector('dl')?.textContent).toMatch(words))
    },
  )

  it('is the restaurant’s own word where this portal does not know it', async () => {
    await open('/ordersubmit', 'With the courier', thanks)
    await says(['With the courier', ''])
  })
})
