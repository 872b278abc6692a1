// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { StaffOrder, StaffOrderLine } from '#contract/schemas/staff-order.ts'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { kitchenOrder } from '../support/kitchen.tsx'
import { choose, find, press, setMedia, show, type, until, leavePage } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
})

const line = (changes: Partial<StaffOrderLine> = {}): StaffOrderLine => ({
  id: 'o1',
  number: 'B-1012',
  status: 'Completed',
  placed_at: '2026-11-13T23:30:00Z',
  ready_date: '11/13/2026',
  ready_time: '7:30pm',
  guest_name: 'Nora Quill',
  guest_phone: '2125550142',
  total_cents: 1742,
  refunded_cents: 0,
  ...changes,
})
const order = (changes: Partial<StaffOrder> = {}): StaffOrder => {
  const plain = kitchenOrder('B-1012')
  return {
    ...plain,
    id: 'o1',
    status: 'Completed',
    placed_at: '2026-11-13T23:30:00Z',
    items: [{ ...plain.items[0]!, index: 1, name: 'Margherita', quantity: 1 }],
    recipient_first_name: 'Nora',
    recipient_last_name: 'Quill',
    recipient_phone: '2125550142',
    recipient_email: 'nora@example.test',
    totals: {
      ...plain.totals,
      sub_total: '$16.00',
      tax: '$1.42',
      discounts: '$0.00',
      tips: '$0.00',
      total: '$17.42',
    },
    refundable: {
      lines: [{ index: 1, quantity: 1, refunded: 0, cents: 1742, earned_cents: 1600 }],
      delivery_cents: 0,
      tip_cents: 0,
      tenders: [
        {
          id: 'v',
          display_name: 'Visa ending in 4242',
          tender_type: 'credit_card',
          order_cents: 1742,
          tip_cents: 0,
        },
      ],
    },
    ...changes,
  }
}
const open = async (net: AdminNet, search = '', role = 'manager') => {
  const { page, router } = adminPage(net, { at: `/admin?view=orders${search}`, role })
  await show(page)
  return router
}
const text = () => document.body.textContent
const finds = (net: AdminNet) => net.calls.filter(({ url }) => url === '/api/staff/orders/find')
const look = async (typed: string): Promise<void> => {
  const field = find<HTMLInputElement>('input[name=order-search]')
  field.value = ''
  await type(field, typed)
  await press(find('button', 'FIND'))
}

describe('orders of any age', () => {
  it('begin with today, and are found by what a guest says, in one field', async () => {
    const net = new AdminNet()
    net.foundOrders = { orders: [line()] }
    await open(net)
    await until(() => expect(text()).toContain('1 order today.'))
    const row = find('tbody tr').textContent
    for (const part of ['B-1012', '11/13/2026 7:30pm', 'Nora Quill', '(212) 555-0142', 'Completed', '$17.42'])
      expect(row).toContain(part)
    await look('b-1012')
    await until(() => expect(finds(net).at(-1)!.body).toEqual({ number: '1012' }))
    await look('+1 212.555.0142')
    await until(() => expect(finds(net).at(-1)!.body).toEqual({ phone: '2125550142' }))
    await look('nora@example.test')
    await until(() => expect(finds(net).at(-1)!.body).toEqual({ email: 'nora@example.test' }))
    const before = finds(net).length
    await look('555-0142')
    expect(find('[aria-invalid=true]')).toBe(find('input[name=order-search]'))
    expect(text()).toContain('a phone number with its area code')
    expect(finds(net)).toHaveLength(before)
  })

  it('are listed by day, and the address contains nothing about a person', async () => {
    const net = new AdminNet()
    const router = await open(net)
    await until(() => expect(text()).toContain('There are no orders today.'))
    const today = (finds(net).at(-1)!.body as { day: string }).day
    await press(find('button', 'YESTERDAY'))
    await until(() => expect(text()).toContain('There are no orders yesterday.'))
    const { day } = finds(net).at(-1)!.body as { day: string }
    expect(Date.parse(today) - Date.parse(day)).toBe(24 * 60 * 60 * 1000)
    expect(find<HTMLInputElement>('input[name=order-day]').value).toBe(day)
    expect(find('button', 'YESTERDAY').getAttribute('aria-pressed')).toBe('true')
    // The pressed button stays in its place for keyboard users.
    await press(find('button', 'YESTERDAY'))
    await until(() => expect(finds(net)).toHaveLength(3))
    await look('nora@example.test')
    await until(() => expect(text()).toContain('No orders found.'))
    expect(router.state.location.href).toBe('/admin?view=orders')
  })

  it('are loaded page by page; without a signal the loaded ones stay', async () => {
    const net = new AdminNet()
    net.foundOrders = { orders: [line()], next: 'here' }
    await open(net)
    await until(() => expect(text()).toContain('There are more.'))
    net.trouble = () => 'offline'
    await press(find('button', 'SHOW MORE'))
    await until(() => expect(text()).toContain('No connection'))
    expect(text()).toContain('B-1012')
    net.trouble = undefined
    net.foundOrders = { orders: [line({ id: 'o0', number: 'B-1011' })] }
    await press(find('button', 'Try again'))
    await until(() => expect(text()).toContain('B-1011'))
    expect(finds(net).at(-1)!.body).toMatchObject({ after: 'here' })
    expect(text()).toContain('2 orders today.')
    expect(document.body.textContent).not.toContain('There are more.')
  })

  it('say why they could not be loaded, and can be requested again', async () => {
    const net = new AdminNet()
    net.trouble = () => ({ status: 500, json: {} })
    await open(net)
    await until(() => expect(text()).toContain('req-7'))
    net.trouble = undefined
    net.foundOrders = { orders: [line()] }
    await press(find('button', 'Try again'))
    await until(() => expect(text()).toContain('B-1012'))
  })

  it('one is opened, with whom to call, and refunded by the kitchen’s own dialog', async () => {
    const net = new AdminNet()
    net.foundOrders = { orders: [line()] }
    net.order = order()
    const router = await open(net)
    await press(await until(() => find('tbody a', 'B-1012')))
    await until(() => expect(text()).toContain('Order B-1012: Completed'))
    expect(router.state.location.href).toBe('/admin?view=orders&ticket=o1')
    expect(find<HTMLAnchorElement>('a', '(212) 555-0142').href).toBe('tel:+12125550142')
    expect(find<HTMLAnchorElement>('a', 'nora@example.test').href).toBe('mailto:nora@example.test')
    expect(text()).toContain('1 × Margherita')
    await press(find('button', 'REFUND…'))
    await press(find('dialog button', 'Everything that is left'))
    await choose(find('dialog select', 'Why'), 'quality')
    net.refunded = order({
      refundable: { ...order().refundable!, tenders: [] },
      refunds: [
        {
          id: 'r1',
          at: '2026-11-20T23:05:00Z',
          display: '11/20/2026 6:05pm',
          amount: '$17.42',
          reason: 'quality',
          items: [{ index: 1, name: 'Margherita', quantity: 1 }],
          tip: '$0.00',
          delivery: '$0.00',
          parts: [
            {
              display_name: 'Visa ending in 4242',
              tender_type: 'credit_card',
              amount: '$17.42',
              done_at: '2026-11-20T23:06:00Z',
            },
          ],
        },
      ],
    })
    await press(find('dialog button', 'REFUND $17.42'))
    await until(() => expect(text()).toContain('$17.42 of order B-1012 was refunded.'))
    expect(net.calls.find(({ method, url }) => method === 'POST' && url.endsWith('/refund'))).toMatchObject({
      url: '/api/location/bella-nyc/kitchen/orders/o1/refund',
      body: { lines: [{ index: 1, quantity: 1 }], amount: 17.42, reason: 'quality' },
    })
    // The order is read again, and nothing is left to refund.
    await until(() => expect(text()).toContain('$17.42 refunded, 11/20/2026 6:05pm: 1 × Margherita.'))
    expect(text()).toContain('$17.42 went to the bank of Visa ending in 4242 on 11/20/2026 6:06pm.')
    expect(text()).not.toContain('REFUND…')
    const before = finds(net).length
    await press(find('a', 'Other orders'))
    await until(() => expect(finds(net).length).toBeGreaterThan(before))
  })

  it.each(['$5.00', '-$5.00'])(
    'one with a discount of %s has the rows of its total, and no delivery',
    async (discounts) => {
      const net = new AdminNet()
      const plain = order()
      net.order = order({
        totals: { ...plain.totals, sub_total: '$20.00', discounts, tax: '$1.00', total: '$16.00' },
      })
      await open(net, '&ticket=o1')
      const rows = () =>
        [...document.querySelectorAll('dl > div, dl dt, dl dd')].map((one) => one.textContent)
      await until(() => expect(rows().join(' ')).toContain('$16.00'))
      expect(rows().join(' ')).toContain('-$5.00')
      expect(rows().join(' ')).not.toContain('Delivery')
    },
  )

  it('a refund without an answer is checked against the order, whether it was made or not', async () => {
    const net = new AdminNet()
    net.order = order()
    await open(net, '&ticket=o1')
    await press(await until(() => find('button', 'REFUND…')))
    await press(find('dialog button', 'Everything that is left'))
    net.trouble = () => 'offline'
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $17.42'))
    await until(() =>
      expect(find('dialog').textContent).toContain('We don’t know if this refund went through'),
    )
    await press(find('dialog button', 'CLOSE'))
    await until(() => expect(text()).toContain('B-1012: $17.42 may have been refunded'))
    net.trouble = undefined
    await press(find('button', 'REFUND…'))
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() => expect(text()).toContain('$17.42 of order B-1012 was refunded.'))
    const [first, again] = net.calls.filter(({ url }) => url.endsWith('/refund'))
    expect([again!.key, again!.body]).toEqual([first!.key, first!.body])
    expect(text()).not.toContain('may have been refunded')
  })

  it('one that cannot be read again says that it is old, and cannot be refunded before', async () => {
    const net = new AdminNet()
    net.foundOrders = { orders: [line()] }
    net.order = order()
    await open(net, '&ticket=o1')
    await until(() => find('button', 'REFUND…'))
    await press(find('a', 'Other orders'))
    const row = await until(() => find('tbody a', 'B-1012'))
    net.trouble = () => 'offline'
    await press(row)
    await until(() => expect(text()).toMatch(/No connection.*Last updated .* It can be refunded once/))
    expect(text()).toContain('1 × Margherita')
    expect(find('button', 'REFUND…').getAttribute('aria-disabled')).toBe('true')
    await press(find('button', 'REFUND…'))
    expect(document.querySelector('dialog')).toBeNull()
    net.trouble = undefined
    await press(find('button', 'Try again'))
    await until(() => expect(text()).not.toContain('Last updated'))
    await press(find('button', 'REFUND…'))
    find('dialog button', 'Everything that is left')
  })

  it('keep the keyboard’s focus from the list to one of them and back', async () => {
    const net = new AdminNet()
    net.foundOrders = { orders: [line()] }
    net.order = order()
    await open(net)
    const row = await until(() => find('tbody a', 'B-1012'))
    row.focus()
    await press(row)
    await until(() => expect(document.activeElement).toBe(find('h3', 'Order B-1012: Completed')))
    const back = find('a', 'Other orders')
    back.focus()
    await press(back)
    await until(() => expect(document.activeElement).toBe(find('h2', 'Orders')))
  })

  it('that was canceled and refunded still says what had paid for it', async () => {
    const net = new AdminNet()
    net.order = order({
      status: 'Cancelled',
      payments: [],
      paid: [{ display_name: 'Visa ending in 4242', display_amount: '$17.42' }],
    })
    await open(net, '&ticket=o1')
    await until(() => expect(text()).toContain('Paid withVisa ending in 4242: $17.42'))
  })

  it('of a forgotten person name nobody', async () => {
    const net = new AdminNet()
    const gone = {
      recipient_first_name: '',
      recipient_last_name: '',
      recipient_phone: '',
      recipient_email: '',
    }
    net.order = order(gone)
    await open(net, '&ticket=o1')
    await until(() => expect(text()).toContain('Guest data deleted'))
    expect(document.querySelector('a[href^="tel:"], section a[href^="mailto:"]')).toBeNull()
  })

  it('are led to from failed refunds and from what was done', async () => {
    const net = new AdminNet()
    net.failedRefunds = [
      {
        id: 'r1',
        kind: 'order',
        about: 'B-1012',
        order_id: 'o1',
        amount_cents: 1742,
        display_name: 'Visa ending in 4242',
        name: '',
        phone: '',
        email: '',
        at: '2026-11-14T23:30:00Z',
        failed_at: '2026-11-20T15:00:00Z',
      },
    ]
    await show(adminPage(net, { at: '/admin?view=refunds', role: 'manager' }).page)
    expect((await until(() => find<HTMLAnchorElement>('tbody a', 'B-1012'))).search).toBe(
      '?view=orders&ticket=o1',
    )
    await leavePage()
    const act = { who: 'Ines', role: 'owner', at: '2026-11-20T23:00:00Z', is_tablet: false }
    net.acts = [
      { ...act, id: 'a1', action: 'order_refunded', about: 'B-1012', amount_cents: 1742 },
      { ...act, id: 'a2', action: 'role_changed', about: 'cook@example.com' },
    ]
    await show(adminPage(net, { at: '/admin?view=acts' }).page)
    await press(await until(() => find('tbody a', 'B-1012')))
    await until(() => expect(finds(net).at(-1)!.body).toEqual({ number: 'B-1012' }))
    expect(find<HTMLInputElement>('input[name=order-search]').value).toBe('B-1012')
  })

  it('are hidden from the kitchen’s staff', async () => {
    const net = new AdminNet()
    await open(net, '', 'kitchen')
    await until(() => expect(find('nav').textContent).toContain('Sign-in security'))
    expect(find('nav').textContent).not.toContain('Orders')
    expect(finds(net)).toEqual([])
  })
})
