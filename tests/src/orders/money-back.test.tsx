// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import { partText } from '#contract/rules/refund-words.ts'
import type { OrderRefund } from '#contract/schemas/refund.ts'
import { savePlaced } from '#db/placed-orders.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { fullReceipt, OrdersNet, ordersPage, placedOrder, said } from '../support/orders.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const refund: OrderRefund = {
  id: 'r1',
  at: '2026-11-20T23:05:00Z',
  display: '11/20/2026 6:05pm',
  amount: '$17.42',
  reason: 'missing',
  items: [{ index: 1, name: 'Margherita', quantity: 1 }],
  tip: '$0.00',
  delivery: '$0.00',
  parts: [
    {
      display_name: 'Gift card •••• 1234',
      tender_type: 'card',
      amount: '$5.02',
      done_at: '2026-11-20T23:05:00Z',
    },
    { display_name: 'Visa ending in 4242', tender_type: 'credit_card', amount: '$12.40' },
  ],
  reward_back: true,
}
const cancelButton = (): HTMLElement => find('button', 'Cancel order')
const isOffered = (): boolean =>
  [...document.querySelectorAll('button')].some((one) => one.textContent === 'Cancel order')

describe('money that goes back', () => {
  it('stands on the order: what, why, where to and when', async () => {
    const { page } = await ordersPage(new OrdersNet(placedOrder({ refunds: [refund] })), '/ticket/ticket-1')
    await show(page)
    const section = await until(() => find('section[aria-label="Money back"]'))
    expect([...section.querySelectorAll('p')].map((one) => one.textContent)).toEqual([
      '$5.02 is back on gift card •••• 1234.',
      '$12.40 goes back to Visa ending in 4242; allow 5–10 business days.',
      'Your reward is yours again.',
      '1 × Margherita · Something was missing. · 11/20/2026 6:05pm',
    ])
  })

  it('says that a reward is gone that its points had reached', async () => {
    const gone = { ...refund, reward_back: false, reward_gone: true }
    const { page } = await ordersPage(new OrdersNet(placedOrder({ refunds: [gone] })), '/ticket/ticket-1')
    await show(page)
    const section = await until(() => find('section[aria-label="Money back"]'))
    expect(section.textContent).toContain('The reward that its points had reached is gone again.')
    expect(section.textContent).not.toContain('Your reward is yours again.')
  })

  it('says what a bank has taken of an order that was not canceled', async () => {
    const paid = {
      display_name: 'Visa ending in 4242',
      display_amount: '$17.42',
      tip: '$0.00',
      tender_type: 'credit_card',
    } as const
    const order = placedOrder({ status: 'Completed', payments: [{ ...paid, taken_back: '$7.00' }] })
    const { page } = await ordersPage(new OrdersNet(order), '/ticket/ticket-1')
    await show(page)
    const section = await until(() => find('section[aria-label="Money back"]'))
    expect([...section.querySelectorAll('p')].map((one) => one.textContent)).toEqual([
      'Your bank has taken $7.00 back for you.',
    ])
  })

  it('of a canceled order is only in its heading', async () => {
    const order = placedOrder({ status: 'Cancelled', refunds: [{ ...refund, reason: 'cancelled' }] })
    const { page } = await ordersPage(new OrdersNet(order), '/ticket/ticket-1')
    await show(page)
    await until(() => find('h1', 'Your order was canceled'))
    expect(document.querySelector('section[aria-label="Money back"]')).toBeNull()
  })

  it('of an order that was cancelled stands once in Spanish, too, whatever paid', async () => {
    const said = [...refund.parts.map(partText), 'Your reward is yours again.']
    setTranslation(es)
    onTestFinished(() => setTranslation(undefined))
    const order = placedOrder({ status: 'Cancelled', refunds: [{ ...refund, reason: 'cancelled' }] })
    order.success_message = {
      header: 'Your order was canceled',
      message: `We could not make order B-1. We are sorry! Questions? Please call (212) 555-0100. ${said.join(' ')}`,
    }
    const { page } = await ordersPage(new OrdersNet(order), '/ticket/ticket-1')
    await show(page)
    await until(() => expect(document.body.textContent).toContain('la tarjeta de regalo •••• 1234'))
    expect(document.body.textContent.split('1234')).toHaveLength(2)
    expect(document.body.textContent.split('4242')).toHaveLength(2)
  })

  it('names a tip and a delivery charge', async () => {
    const both = { ...refund, delivery: '$4.35', tip: '$3.00' }
    const { page } = await ordersPage(new OrdersNet(placedOrder({ refunds: [both] })), '/ticket/ticket-1')
    await show(page)
    const section = await until(() => find('section[aria-label="Money back"]'))
    expect(section.textContent).toContain('1 × Margherita, Delivery charge $4.35, Tip $3.00 · ')
  })

  it('of an order that was cancelled under dispute stands once, as it is now', async () => {
    const visa = {
      display_name: 'Visa ending in 4242',
      tender_type: 'credit_card',
      amount: '$17.42',
    } as const
    const lost = { ...refund, reason: 'cancelled', parts: [{ ...visa, dispute: 'lost' as const }] }
    const order = placedOrder({
      status: 'Cancelled',
      refunds: [{ ...lost, reward_back: false }],
      success_message: {
        header: 'Your order was canceled',
        message: 'You canceled order 1042. Your bank has taken $17.42 back for you.',
      },
    })
    const { page } = await ordersPage(new OrdersNet(order), '/ticket/ticket-1')
    await show(page)
    await until(() => find('h1', 'Your order was canceled'))
    expect(document.body.textContent.split('Your bank has taken')).toHaveLength(2)
    expect(document.body.textContent).not.toContain('get back what you paid')
  })

  it('stands on the receipt', async () => {
    const net = new OrdersNet(placedOrder())
    const [date, type] = ['11/20/2026 6:05pm', 'Visa ending in 4242']
    net.receipt = fullReceipt({
      refunds: [
        { refund_date: date, refund_type: type, tender_type: 'credit_card', refund_amount: '$12.40' },
      ],
    })
    const { page } = await ordersPage(net, '/receipt?type=ticket_order&object_id=ticket-1')
    await show(page)
    const list = await until(() => find('dl[aria-label="Money back"]'))
    expect(list.textContent).toBe(`Back to ${type}, ${date}; allow 5–10 business days-$12.40`)
  })
})

describe('money for a gift card that was replaced, and the new one voided', () => {
  const fresh = 'Gift card •••• 9999'
  const onVoid = { tender_type: 'card', card_void: true } as const

  it('is told before and after', async () => {
    const paid = { display_name: 'Gift card •••• 1234', display_amount: '$17.42', tip: '$0.00' }
    const order = placedOrder({
      may_cancel: true,
      order_key: 'k',
      payments: [{ ...paid, ...onVoid, back_to: fresh }],
      refunds: [{ ...refund, parts: [{ ...onVoid, display_name: fresh, amount: '$5.02' }] }],
    })
    const { page } = await ordersPage(new OrdersNet(order), '/ticket/ticket-1', { held: order })
    await show(page)
    const section = await until(() => find('section[aria-label="Money back"]'))
    expect(section.textContent).toContain(
      '$5.02 is on gift card •••• 9999, which is no longer valid. Please call us.',
    )
    await press(await until(cancelButton))
    expect(find('dialog[open]').textContent).toContain(
      `what you paid goes back to: ${fresh}. This cannot be undone. A gift card among these is no longer valid. Please call us about its money.`,
    )
  })

  it('stands on the receipt', async () => {
    const net = new OrdersNet(placedOrder())
    const date = '11/20/2026 6:05pm'
    net.receipt = fullReceipt({
      refunds: [{ ...onVoid, refund_date: date, refund_type: fresh, refund_amount: '$5.02' }],
    })
    const { page } = await ordersPage(net, '/receipt?type=ticket_order&object_id=ticket-1')
    await show(page)
    const list = await until(() => find('dl[aria-label="Money back"]'))
    expect(list.textContent).toBe(`Back on ${fresh}, which is no longer valid, ${date}-$5.02`)
  })
})

it('money on a gift card that is on hold is said to be, in the page’s language', () => {
  const part = { display_name: 'Gift card •••• 1234', tender_type: 'card', amount: '$5.02' } as const
  expect(partText({ ...part, card_held: true })).toBe(
    '$5.02 is back on gift card •••• 1234. That card is on hold. Please call us before you use it.',
  )
  setTranslation(es)
  onTestFinished(() => setTranslation(undefined))
  expect(partText({ ...part, card_held: true })).toBe(
    'Ya tienes $5.02 de vuelta en la tarjeta de regalo •••• 1234. Esa tarjeta está retenida. Llámanos antes de usarla.',
  )
})

describe('a guest who cancels', () => {
  const visa = {
    display_name: 'Visa ending in 4242',
    display_amount: '$17.42',
    tip: '$0.00',
    tender_type: 'credit_card',
  } as const
  const order = placedOrder({ may_cancel: true, order_key: 'k', payments: [visa] })

  it('is asked once more, and then the order is canceled', async () => {
    const net = new OrdersNet(order)
    const { page } = await ordersPage(net, '/ticket/ticket-1', { held: order })
    await show(page)
    await press(await until(cancelButton))
    expect(find('dialog[open]').textContent).toContain('what you paid goes back to: Visa ending in 4242.')
    await press(find('dialog[open] button', 'KEEP IT'))
    expect(net.callsOf('/ticketorder/ticket-1/cancel')).toEqual([])
    await press(cancelButton())
    net.order = {
      ...order,
      status: 'Cancelled',
      may_cancel: false,
      success_message: { header: 'Your order was canceled', message: 'You canceled order 1042.' },
    }
    await press(find('dialog[open] button', 'CANCEL THE ORDER'))
    await until(() => find('h1', 'Your order was canceled'))
    expect(net.callsOf('/ticketorder/ticket-1/cancel')).toMatchObject([{ method: 'POST' }])
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(isOffered()).toBe(false)
  })

  it('reads where the money would go now: the gift card was replaced since the order was read', async () => {
    const paid = { ...visa, display_name: 'Gift card •••• 1234', tender_type: 'card' as const }
    const placed = { ...order, payments: [paid] }
    const net = new OrdersNet(placed)
    const { page } = await ordersPage(net, '/ticket/ticket-1', { held: placed })
    await show(page)
    await until(cancelButton)
    await until(() => expect(net.callsOf('/ticketorder/ticket-1')).toHaveLength(1))
    net.order = { ...placed, payments: [{ ...paid, back_to: 'Gift card •••• 9999', card_held: true }] }
    await press(cancelButton())
    await until(() =>
      expect(find('dialog[open] p').textContent).toBe(
        'The kitchen will not make it, and what you paid goes back to: Gift card •••• 9999. This cannot be undone. A gift card among these is on hold. Please call us before you use it.',
      ),
    )
  })

  it('is promised nothing that a bank decides', async () => {
    const disputed = { ...order, payments: [{ ...visa, dispute: 'open' as const }] }
    const { page } = await ordersPage(new OrdersNet(disputed), '/ticket/ticket-1', { held: disputed })
    await show(page)
    await press(await until(cancelButton))
    expect(find('dialog[open] p').textContent).toBe(
      'The kitchen will not make it. This cannot be undone. Your bank decides where the money you paid with Visa ending in 4242 goes.',
    )
  })

  it('is led to where it says that it was cancelled: far above the button, which is gone', async () => {
    const inView: Element[] = []
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      inView.push(this)
    })
    onTestFinished(() => seen.mockRestore())
    const net = new OrdersNet(order)
    const { page } = await ordersPage(net, '/ticket/ticket-1', { held: order })
    await show(
      <main id="screen" tabIndex={-1}>
        {page}
      </main>,
    )
    await press(await until(cancelButton))
    net.order = { ...order, status: 'Cancelled', may_cancel: false }
    await press(find('dialog[open] button', 'CANCEL THE ORDER'))
    await until(() => find('h1', 'Your order was canceled'))
    await until(() => expect(document.activeElement).toBe(find('main#screen')))
    expect(inView.at(-1)).toBe(find('main#screen'))
  })

  it('elsewhere moves nothing for who reads the order meanwhile', async () => {
    const net = new OrdersNet(order)
    const { page, db } = await ordersPage(net, '/ticket/ticket-1', { held: order })
    await show(
      <main id="screen" tabIndex={-1}>
        {page}
      </main>,
    )
    await until(cancelButton)
    const who = { locationId: 'tavola-nyc', principal: 'guest' }
    const cancelled = { ...order, status: 'Cancelled', may_cancel: false } as const
    await act(async () => await savePlaced(db, who, cancelled, Date.now() + 1))
    await until(() => find('h1', 'Your order was canceled'))
    expect(document.activeElement).toBe(document.body)
  })

  it('is told if the kitchen was faster, and whom to call', async () => {
    const net = new OrdersNet(order)
    const { page } = await ordersPage(net, '/ticket/ticket-1', { held: order })
    await show(page)
    await press(await until(cancelButton))
    const words =
      'The kitchen has started order 1042, so it cannot be canceled here. Please call us at (212) 555-0100.'
    net.trouble = (path) => (path.endsWith('/cancel') ? said(409, words, 'already_submitted') : undefined)
    net.order = { ...order, status: 'Preparing', may_cancel: false }
    await press(find('dialog[open] button', 'CANCEL THE ORDER'))
    await until(() => expect(find('dialog[open] [role=alert]').textContent).toContain(words))
    await until(() => expect(find('dialog[open] footer').textContent).toBe('CLOSE'))
  })

  it('is also told if the order is read again before the question was answered', async () => {
    const net = new OrdersNet(order)
    const { page, db } = await ordersPage(net, '/ticket/ticket-1', { held: order })
    await show(page)
    await press(await until(cancelButton))
    const who = { locationId: 'tavola-nyc', principal: 'guest' }
    const begun = { ...order, status: 'Preparing', may_cancel: false } as const
    await act(async () => await savePlaced(db, who, begun, Date.now() + 1))
    await until(() => find('dialog[open] [role=status]', 'This order can no longer be canceled here.'))
    expect(find('dialog[open] footer').textContent).toBe('CLOSE')
    expect(net.callsOf('/ticketorder/ticket-1/cancel')).toEqual([])
  })

  it('cannot close the question while it is being sent: what became of it is said there', async () => {
    let answer = (): void => undefined
    const net = new OrdersNet(order)
    const { page } = await ordersPage(net, '/ticket/ticket-1', { held: order })
    await show(page)
    await press(await until(cancelButton))
    net.onTheWay = new Promise((resolve) => (answer = resolve))
    net.trouble = (path) =>
      path.endsWith('/cancel') ? said(409, 'Too late.', 'already_submitted') : undefined
    await press(find('dialog[open] button', 'CANCEL THE ORDER'))
    await until(() => find('dialog[open] button', 'CANCELING'))
    await press(find('dialog[open] button', 'KEEP IT'))
    await press(find('dialog[open] button[aria-label=Close]'))
    answer()
    await until(() => expect(find('dialog[open] [role=alert]').textContent).toContain('Too late.'))
    await press(find('dialog[open] button', 'KEEP IT'))
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  it.each([
    ['is lost', 'cut-after'],
    ['is long on its way', 'held'],
  ])('whose answer %s sees that it is done as soon as the order says so', async (_what, how) => {
    const net = new OrdersNet(order)
    const { page, db } = await ordersPage(net, '/ticket/ticket-1', { held: order })
    await show(page)
    await press(await until(cancelButton))
    if (how === 'held') net.onTheWay = new Promise(() => undefined)
    else net.trouble = (path) => (path.endsWith('/cancel') ? 'offline' : undefined)
    await press(find('dialog[open] button', 'CANCEL THE ORDER'))
    await until(() =>
      how === 'held' ? find('dialog[open] button', 'CANCELING') : find('dialog[open] [role=alert]'),
    )
    const who = { locationId: 'tavola-nyc', principal: 'guest' }
    const cancelled = { ...order, status: 'Cancelled', may_cancel: false } as const
    await act(async () => await savePlaced(db, who, cancelled, Date.now() + 1))
    await until(() => find('h1', 'Your order was canceled'))
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  it('is told that there is no signal, and trying again is the same call', async () => {
    const net = new OrdersNet(order)
    const { page } = await ordersPage(net, '/ticket/ticket-1', { held: order })
    await show(page)
    await press(await until(cancelButton))
    net.trouble = (path) => (path.endsWith('/cancel') ? 'offline' : undefined)
    await press(find('dialog[open] button', 'CANCEL THE ORDER'))
    await until(() => find('dialog[open] [role=alert]'))
    net.trouble = undefined
    await press(find('dialog[open] button', 'CANCEL THE ORDER'))
    const [first, second] = await until(() => {
      const calls = net.callsOf('/ticketorder/ticket-1/cancel')
      expect(calls).toHaveLength(2)
      return calls
    })
    expect(second!.key).toBe(first!.key)
  })

  it.each([
    ['where the order is made', { may_cancel: false }],
    ['with its link alone', { order_key: undefined }],
  ])('cannot %s', async (_name, changes) => {
    const { page } = await ordersPage(new OrdersNet({ ...order, ...changes }), '/ticket/ticket-1')
    await show(page)
    await until(() => find('h1', 'Order 1042'))
    expect(isOffered()).toBe(false)
  })
})
