// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { laneOf, lanesOf } from '#features/kitchen/lanes.ts'
import { kitchenDevice, KitchenNet, kitchenPage } from '../support/kitchen.tsx'
import { order, refund, refundable } from '../support/refundable-order.ts'
import { choose, find, press, say, setMedia, show, type, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
})

const open = async (net: KitchenNet): Promise<void> => {
  await show(kitchenPage(net))
  await press(await until(() => find('button[aria-label="Refund B-1001"]')))
}

describe('a refund by the kitchen', () => {
  it('is what is left, where some of it went back outside of this page', async () => {
    const net = new KitchenNet()
    const [gift, visa] = refundable().tenders
    net.orders = [
      order({
        refundable: refundable({
          delivery_cents: 0,
          tip_cents: 0,
          tenders: [
            { ...gift!, order_cents: 0 },
            { ...visa!, order_cents: 2974, tip_cents: 0 },
          ],
        }),
      }),
    ]
    await open(net)
    await press(find('dialog button', 'Everything that is left'))
    expect(find('dialog [role=status]').textContent).toContain(
      'This is all that’s left: $5.10 was refunded outside this page.',
    )
    // No reason is preselected, because the guest reads it.
    await press(find('dialog button', 'REFUND $29.74'))
    expect(find('dialog').textContent).toContain('Please choose a reason. The guest sees it, too.')
    expect(document.activeElement).toBe(find('dialog select', 'Why'))
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $29.74'))
    await until(() => expect(net.calls.at(-1)?.body).toMatchObject({ amount: 29.74 }))
  })

  it('says that a gift card is void before it gets money, and after', async () => {
    const net = new KitchenNet()
    const tenders = refundable().tenders.map((one) =>
      one.tender_type === 'card' ? { ...one, card_void: true } : one,
    )
    const part = { display_name: 'Gift card •••• 1234', tender_type: 'card' as const, card_void: true }
    net.orders = [
      order({
        refundable: refundable({ tenders }),
        refunds: [{ ...refund, parts: [{ ...part, amount: '$17.42' }] }],
      }),
    ]
    await open(net)
    await choose(find('dialog select', /^Margherita/), '1')
    expect(find('dialog [role=status]').textContent).toContain(
      '$10.00 goes back on gift card •••• 1234, which was voided: nobody can use it until you re-issue the card under Gift cards.',
    )
    expect(document.body.textContent).toContain(
      'The gift card that got it was voided, so nobody can use it: re-issue the card under Gift cards in /admin.',
    )
    await press(find('dialog button', 'CLOSE'))
    await press(find('button', /^Cancel /))
    expect(find('dialog[open]').textContent).toContain(
      'which was voided: nobody can use it until you re-issue',
    )
  })

  it('says where each part goes before it does, and sends what the staff saw', async () => {
    const net = new KitchenNet()
    net.orders = [order()]
    await open(net)
    expect(find('dialog [role=status]').textContent).toBe('Choose what to refund.')
    await choose(find('dialog select', /^Margherita/), '1')
    expect(find('dialog [role=status]').textContent).toBe(
      '$10.00 goes back on gift card •••• 1234 right away.$7.42 goes back to Visa ending in 4242; allow 5–10 business days.',
    )
    await press(find('dialog label', 'Tip, $3.00').querySelector('input')!)
    await press(find('dialog label', 'Delivery charge, $4.90').querySelector('input')!)
    await choose(find('dialog select', 'Why'), 'late')
    await type(find('dialog input.input'), 'The bike broke down')
    await press(find('dialog button', 'REFUND $25.32'))
    await until(() => expect(net.calls.at(-1)?.method).toBe('POST'))
    expect(net.calls.at(-1)).toMatchObject({
      url: '/api/location/bella-nyc/kitchen/orders/b-1001/refund',
      body: {
        lines: [{ index: 1, quantity: 1 }],
        delivery: true,
        tip: 3,
        amount: 25.32,
        left: 42.74,
        reason: 'late',
        note: 'The bike broke down',
      },
    })
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    await until(() => expect(find('[role=status]', 'B-1001: $25.32 was refunded.')).toBeTruthy())
  })

  it.each([
    { status: 'Submitted', isNew: true },
    { status: 'Queued', isNew: true },
    { status: 'Preparing', isNew: false },
    { status: 'Completed', isNew: false },
  ] as const)(
    'says that an order ($status) whose money all goes back is made all the same, where it is not begun',
    async ({ status, isNew }) => {
      const net = new KitchenNet()
      net.orders = [order({ status })]
      await open(net)
      const said = () => find('dialog [role=status]').textContent
      await choose(find('dialog select', /^Margherita/), '1')
      expect(said()).not.toContain('stays on the board')
      await press(find('dialog button', 'Everything that is left'))
      expect(
        said()?.includes('The order stays on the board. If nobody should make it, cancel it instead.'),
      ).toBe(isNew)
    },
  )

  it('takes all that is left with one tap, and no more than that of what went back already', async () => {
    const net = new KitchenNet()
    net.orders = [
      order({
        refundable: refundable({ lines: [{ ...refundable().lines[0]!, refunded: 1 }], delivery_cents: 0 }),
      }),
    ]
    await open(net)
    expect(find('dialog').textContent).toContain('1 of 2 already refunded.')
    await press(find('dialog button', 'Everything that is left'))
    expect(find('dialog button', 'REFUND $20.42')).toBeTruthy()
  })

  it('distinguishes two lines of the same dish by their choices and prices', async () => {
    const net = new KitchenNet()
    const [item] = order().items
    const [line] = refundable().lines
    const modifiers = [{ ...item!.modifiers[0]!, name: '16 inch' }]
    net.orders = [
      order({
        items: [item!, { ...item!, index: 2, quantity: 1, modifiers }],
        refundable: refundable({ lines: [line!, { ...line!, index: 2, quantity: 1, cents: 2310 }] }),
      }),
    ]
    await open(net)
    const large = find('dialog select', 'Margherita (16 inch)')
    const hint = document.getElementById(large.getAttribute('aria-describedby')!)
    expect(hint?.textContent).toBe('1 ordered for $23.10, tax included.')
    expect(find('dialog select', 'Margherita (12 inch)')).not.toBe(large)
  })

  it('keeps the choice when no answer came, and says so', async () => {
    const net = new KitchenNet()
    net.orders = [order()]
    await open(net)
    await press(find('dialog button', 'Everything that is left'))
    net.trouble = 'offline'
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $42.74'))
    await until(() => expect(find('dialog [role=alert]')).toBeTruthy())
    net.trouble = undefined
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    const [first, second] = net.calls.filter(({ method }) => method === 'POST')
    expect(second).toEqual(first)
  })

  it('stands on the order with the staff’s own words; nothing is offered where nothing is left', async () => {
    const net = new KitchenNet()
    net.orders = [order({ refunds: [refund], refundable: refundable({ tenders: [] }) })]
    await show(kitchenPage(net))
    await until(() =>
      expect(document.body.textContent).toContain(
        '$17.42 refunded, 11/20/2026 6:05pm: 1 × Margherita. Something was missing. “No basil left”',
      ),
    )
    expect(document.querySelector('[aria-label="Refund B-1001"]')).toBeNull()
  })

  it('names a tip and a delivery charge that were refunded', async () => {
    const net = new KitchenNet()
    net.orders = [order({ refunds: [{ ...refund, items: [], delivery: '$4.35', tip: '$3.00' }] })]
    await show(kitchenPage(net))
    await until(() =>
      expect(document.body.textContent).toContain('6:05pm: Delivery charge $4.35, Tip $3.00. Something was'),
    )
  })

  it.each([
    ['Submitted', 'Canceled by the guest.'],
    ['Preparing', 'Canceled by the guest. Please stop making it.'],
  ])(
    'a cancelled order is shown by itself, says by whom (it was %s), and cannot be moved',
    async (status, says) => {
      const history = [{ status, at: '2026-11-20T23:02:00Z', display: '6:02pm' }]
      const cancelled = order({ status: 'Cancelled', cancelled_by: 'guest', refundable: undefined, history })
      expect(laneOf(cancelled)).toBe('cancelled')
      expect(lanesOf([cancelled]).new).toEqual([])
      await show(kitchenPage(Object.assign(new KitchenNet(), { orders: [cancelled] })))
      const lane = await until(() => find('h2', /^Canceled/).closest('section')!)
      expect([...lane.querySelectorAll('strong')].map((one) => one.textContent)).toContain(says)
      expect(lane.querySelector('button')).toBeNull()
    },
  )
})

/** Carries out each POST, and loses the answer. */
class LosingNet extends KitchenNet {
  /** The orders after the POST. */
  after: KitchenOrder[] | undefined
  override async send(request: NetRequest) {
    const answer = await super.send(request)
    if (request.method !== 'POST' || !this.after) return answer
    this.orders = this.after
    this.after = undefined
    throw new AppError('timeout', 'no answer')
  }
  get posts() {
    return this.calls.filter(({ method }) => method === 'POST')
  }
}

describe('a refund whose answer was lost', () => {
  const oneGone = refundable({ lines: [{ ...refundable().lines[0]!, refunded: 1 }], tip_cents: 0 })
  const text = () => document.body.textContent
  /** A refund of one dish and the tip, $20.42, with a lost answer; afterwards the order is `after`. */
  const lose = async (after: KitchenOrder): Promise<LosingNet> => {
    const net = new LosingNet()
    net.orders = [order()]
    net.after = [after]
    await open(net)
    await choose(find('dialog select', /^Margherita/), '1')
    await press(find('dialog label', 'Tip, $3.00').querySelector('input')!)
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $20.42'))
    await until(() => find('dialog [role=alert]', /We don’t know if this refund went through/))
    return net
  }

  it('is sent again unchanged, although the order would allow another amount now (N2)', async () => {
    const net = await lose(order({ refundable: oneGone }))
    // The board has read the order's current state.
    await until(() => expect(net.calls.at(-1)?.method).toBe('GET'))
    expect(text()).toContain('May have been refunded: $20.42 of B-1001, 1 × Margherita (12 inch), tip.')
    expect(document.querySelector('dialog select')).toBeNull()
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    expect(net.posts).toHaveLength(2)
    expect(net.posts[1]).toEqual(net.posts[0])
    await until(() => find('[role=status]', 'B-1001: $20.42 was refunded.'))
  })

  it('closed, it warns on the board; opened again, it is all that can be sent, under its own key', async () => {
    const net = await lose(order({ refundable: oneGone }))
    await press(find('dialog button', 'CLOSE'))
    expect(find('[role=alert]').textContent).toContain(
      'B-1001: $20.42 may have been refundedWe don’t know if this refund went through. Please check the refunds on order B-1001 before you refund it again.',
    )
    await press(find('button[aria-label="Refund B-1001"]'))
    expect(text()).toContain('May have been refunded: $20.42 of B-1001, 1 × Margherita (12 inch), tip.')
    expect(document.querySelector('dialog select')).toBeNull()
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    expect(net.posts).toHaveLength(2)
    expect(net.posts[1]).toEqual(net.posts[0])
    expect(text()).not.toContain('may have been refunded')
  })

  it('is the sender’s to send again: to another manager it is a warning, and their refund one of its own', async () => {
    const net = new LosingNet()
    net.orders = [order()]
    net.after = [order({ refundable: oneGone })]
    const { page, session } = kitchenDevice(net, 'manager')
    session.set({ state: 'user', principal: 'p1', email: 'one@larder.test' })
    await show(page)
    await press(await until(() => find('button[aria-label="Refund B-1001"]')))
    await choose(find('dialog select', /^Margherita/), '1')
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $17.42'))
    await until(() => find('dialog [role=alert]', /We don’t know if this refund went through/))
    await act(async () => session.set({ state: 'user', principal: 'p2', email: 'two@larder.test' }))
    await until(() => find('[role=alert]', /B-1001: \$17.42 may have been refunded/))
    expect(document.querySelector('dialog')).toBeNull()
    await press(await until(() => find('button[aria-label="Refund B-1001"]')))
    expect(find('dialog select', /^Margherita/)).toBeTruthy()
    expect(text()).toContain('B-1001: $17.42 may have been refunded')
    await press(find('dialog button', 'CLOSE'))
    await press(find('[role=alert] button[aria-label=Dismiss]'))
  })

  it('of two of one order, the one that the order does not show is sent again', async () => {
    const net = await lose(order({ refundable: oneGone }))
    await press(find('dialog button', 'CLOSE'))
    // The order now shows the first refund, whose warning is still there; the second gets no answer.
    const shown = order({ refundable: oneGone, refunds: [{ ...refund, amount: '$20.42', tip: '$3.00' }] })
    net.orders = [shown]
    await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await until(() => expect(text()).toContain('$20.42 was refunded'))
    net.after = [shown]
    await press(find('button[aria-label="Refund B-1001"]'))
    await choose(find('dialog select', /^Margherita/), '1')
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $17.42'))
    await until(() => find('dialog [role=alert]', /We don’t know if this refund went through/))
    await press(find('dialog button', 'CLOSE'))
    await press(find('button[aria-label="Refund B-1001"]'))
    expect(text()).toContain('May have been refunded: $17.42 of B-1001')
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    expect(net.posts).toHaveLength(3)
    expect(net.posts[2]).toEqual(net.posts[1])
    await press(find('button[aria-label=Dismiss]'))
  })

  it('dismissed by who looked at the order, what is chosen anew is another refund under another key', async () => {
    const net = await lose(order({ refundable: oneGone }))
    await press(find('dialog button', 'CLOSE'))
    await press(find('[role=alert] button[aria-label=Dismiss]'))
    expect(text()).not.toContain('may have been refunded')
    await press(find('button[aria-label="Refund B-1001"]'))
    await choose(find('dialog select', /^Margherita/), '1')
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $17.42'))
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    expect(new Set(net.posts.map(({ key }) => key)).size).toBe(2)
    expect(net.posts[1]?.body).toMatchObject({ tip: 0, amount: 17.42 })
  })

  it('is warned of on the tablet’s own board, too, where the session ends over it', async () => {
    const tabletKey = 'larder:kitchen-tablet:bella-nyc'
    localStorage.setItem(tabletKey, JSON.stringify({ token: 'tablet.abc', name: 'Pass' }))
    const net = new LosingNet()
    net.orders = [order()]
    net.after = [order({ refundable: oneGone })]
    const { page, session } = kitchenDevice(net, 'manager')
    session.set({ state: 'user', principal: 'p1', email: 'admin@larder.test' })
    await show(page)
    await press(await until(() => find('button[aria-label="Refund B-1001"]')))
    await choose(find('dialog select', /^Margherita/), '1')
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $17.42'))
    await until(() => find('dialog [role=alert]', /We don’t know if this refund went through/))
    await act(async () => session.set({ state: 'guest' }))
    await until(() => find('[role=alert]', /B-1001: \$17.42 may have been refunded/))
    expect(document.querySelector('dialog')).toBeNull()
    await press(find('[role=alert] button[aria-label=Dismiss]'))
    expect(text()).not.toContain('may have been refunded')
    localStorage.removeItem(tabletKey)
  })

  it('ends by itself where the order shows it, and with everything that was left of it', async () => {
    const shown = { ...refund, amount: '$20.42', tip: '$3.00' }
    const net = new LosingNet()
    net.orders = [order({ refunds: [{ ...shown, id: 'earlier' }] })]
    net.after = [order({ refunds: [{ ...shown, id: 'earlier' }, shown], refundable: undefined })]
    await open(net)
    await choose(find('dialog select', /^Margherita/), '1')
    await press(find('dialog label', 'Tip, $3.00').querySelector('input')!)
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $20.42'))
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    await until(() => find('[role=status]', 'B-1001: $20.42 was refunded.'))
    expect(net.posts).toHaveLength(1)
  })

  it('is not known either where the next try finds the session ended', async () => {
    const net = await lose(order({ refundable: oneGone }))
    net.trouble = 'signed out'
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() =>
      expect(find('dialog [role=alert]').textContent).toContain('Please sign in to continue.'),
    )
    net.trouble = undefined
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() => expect(document.querySelector('dialog')).toBeNull())
    expect(net.posts).toHaveLength(3)
    expect(net.posts[2]).toEqual(net.posts[0])
  })
})

describe('a refund that is being sent', () => {
  it('cannot be closed, and reports the result', async () => {
    let answer = (): void => undefined
    const net = new KitchenNet()
    net.before = () => new Promise((resolve) => (answer = resolve))
    net.orders = [order()]
    await open(net)
    await press(find('dialog button', 'Everything that is left'))
    await choose(find('dialog select', 'Why'), 'missing')
    await press(find('dialog button', 'REFUND $42.74'))
    await until(() => find('dialog [role=status]', /Sending: \$42.74.*Please wait\./))
    await press(find('dialog button', 'CLOSE'))
    await press(find('dialog button[aria-label=Close]'))
    const dialog = find<HTMLDialogElement>('dialog')
    await say(dialog, new Event('cancel', { cancelable: true }))
    // On a second press of Escape the browser closes the dialog without an event that could be cancelled.
    await act(async () => dialog.close())
    expect(dialog.open).toBe(true)
    net.trouble = 'signed out'
    await act(async () => answer())
    await until(() =>
      expect(find('dialog [role=alert]').textContent).toContain('Please sign in to continue.'),
    )
    await press(find('dialog button', 'CLOSE'))
    expect(document.querySelector('dialog')).toBeNull()
  })
})
