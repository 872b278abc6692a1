// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NetRequest } from '#lib/api/net.ts'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { staffCard, staffCardLine, staffCardOrder } from '../support/staff-cards.ts'
import { choose, fill, find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
})

const line = staffCardLine
const card = staffCard
const order = staffCardOrder()

const open = (net: AdminNet, search = '') => show(adminPage(net, { at: `/admin?view=cards${search}` }).page)
const text = () => document.body.textContent
const posts = (net: AdminNet) => net.calls.filter(({ method }) => method === 'POST')

describe('gift cards in the administration', () => {
  it('a number is searched for with a POST, and opens the one card that has it', async () => {
    const net = new AdminNet()
    net.found = { cards: [line], orders: [] }
    net.card = card()
    await open(net)
    await press(await until(() => find('button', 'FIND')))
    expect(text()).toContain('Please enter a valid card number')
    expect(posts(net)).toEqual([])
    await fill(find('input[name=card-number]'), '4000 1234 1234 4321')
    await press(find('button', 'FIND'))
    await until(() => expect(text()).toContain('Gift card •••• 4321: $25.00'))
    expect(posts(net)).toMatchObject([
      { url: '/api/staff/cards/find', body: { card_number: '4000 1234 1234 4321' } },
    ])
    expect(text()).toContain('Put on hold because its payment is disputed')
    expect(text()).toContain('11/20/2026 6:30pm')
  })

  it('a telephone number is searched for as it is written, once it is complete', async () => {
    const net = new AdminNet()
    await open(net)
    await choose(await until(() => find<HTMLSelectElement>('select[name=find-by]')), 'phone')
    await fill(find<HTMLInputElement>('input[name=card-phone]'), '555-0177')
    await press(find('button', 'FIND'))
    expect(text()).toContain('Please enter a valid phone number')
    expect(posts(net)).toEqual([])
    await fill(find<HTMLInputElement>('input[name=card-phone]'), '(518) 555-0177')
    await fill(find<HTMLInputElement>('input[name=last-four]'), '4321')
    await press(find('button', 'FIND'))
    await until(() => expect(text()).toContain('Nothing found'))
    expect(posts(net).map(({ body }) => body)).toEqual([{ phone: '(518) 555-0177', last_four: '4321' }])
  })

  it('a search without results says so, and a missing connection, too', async () => {
    const net = new AdminNet()
    await open(net)
    await choose(await until(() => find<HTMLSelectElement>('select[name=find-by]')), 'email')
    await fill(find('input[name=card-email]'), 'nobody@example.com')
    await press(find('button', 'FIND'))
    await until(() => expect(text()).toContain('Nothing found.'))
    net.trouble = () => 'offline'
    await open(net, '&card=ref-1')
    await until(() => expect(text()).toContain('No connection'))
  })

  it('says that there are more than it shows, and shows them when asked', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, place) => ({ ...order, reference: `ord-${place}` }))
    const net = new AdminNet()
    net.found = { cards: [line], orders: lines(20), more: true }
    await open(net)
    await choose(await until(() => find<HTMLSelectElement>('select[name=find-by]')), 'email')
    await fill(find('input[name=card-email]'), 'many@example.com')
    await press(find('button', 'FIND'))
    await until(() => find('[role=status]', 'The newest 1 card and 20 orders are shown. There are more.'))
    net.found = { cards: [line], orders: lines(21) }
    find('button', 'SHOW MORE').focus()
    await press(find('button', 'SHOW MORE'))
    const said = await until(() => find('[role=status]', '1 card and 21 orders were found.'))
    expect(posts(net).map(({ body }) => body)).toEqual([
      { email: 'many@example.com' },
      { email: 'many@example.com', show: 40 },
    ])
    expect(document.activeElement).toBe(said)
  })

  it('shows the newest of what happened on a card, and the rest when asked', async () => {
    const events = (count: number) =>
      Array.from({ length: count }, () => ({ at: '2026-11-01T12:00:00Z', kind: 'money', words: 'Dinner' }))
    const net = new AdminNet()
    net.card = card({ events: events(200), more_events: true, orders: [order], more_orders: true })
    await open(net, '&card=ref-1')
    await until(() => find('[role=status]', 'The newest 200 are shown. There are more.'))
    expect(text()).toContain('Only the newest 1 are shown. Older ones are found by the number')
    net.card = card({ events: events(201) })
    await press(find('button', 'SHOW MORE'))
    await until(() => expect(text()).not.toContain('There are more'))
    expect(document.querySelectorAll('tbody tr')).toHaveLength(201)
    expect(net.calls.at(-1)?.url).toContain('/api/staff/cards/ref-1?events=400')
  })

  it('a card is re-issued after an explanation, for the amount that was seen', async () => {
    const net = new AdminNet()
    net.card = card()
    net.acted = {
      status: 'disabled',
      balance_cents: 0,
      replaced_by: { ...line, reference: 'ref-2', last_four: '8765' },
    }
    await open(net, '&card=ref-1')
    await press(await until(() => find('button', 'RE-ISSUE')))
    expect(find('dialog').textContent).toContain('The $25.00 moves to a new card')
    await fill(find('dialog input[name=email]'), 'right@example.com')
    await choose(find('dialog select[name=reason]'), 'stolen')
    await fill(find('dialog input[name=note]'), 'Called at noon')
    await press(find('dialog button', 'RE-ISSUE'))
    await until(() =>
      expect(text()).toContain(
        '$25.00 is on the new card ending in 8765. The card ending in 4321 is no longer valid.',
      ),
    )
    expect(posts(net)).toMatchObject([
      {
        url: '/api/staff/cards/ref-1/reissue',
        body: { amount_cents: 2500, email: 'right@example.com', reason: 'stolen', note: 'Called at noon' },
      },
    ])
    expect(find('dd strong').textContent).toBe('No longer valid')
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('one whose dispute was lost should be voided', async () => {
    const net = new AdminNet()
    net.card = card({ status: 'frozen', holds: [{ cause: 'dispute_lost', since: '2026-11-20T23:30:00Z' }] })
    await open(net, '&card=ref-1')
    await until(() => find('button', 'VOID'))
    expect(text()).toContain('On hold because the bank has taken its payment back, since')
    expect(text()).toContain('Void it: the money is back with its buyer.')
  })

  it('one that was voided already need not be voided again', async () => {
    const net = new AdminNet()
    const holds = [{ cause: 'dispute_lost', since: '2026-11-20T23:30:00Z' }]
    net.card = card({ status: 'disabled', balance_cents: 0, holds })
    await open(net, '&card=ref-1')
    await until(() => text().includes('On hold because the bank has taken its payment back'))
    expect(text()).not.toContain('Void it')
  })

  it('one for which a bank has taken a part says how much, and need not be voided', async () => {
    const net = new AdminNet()
    const lost = { taken_cents: 700, paid_cents: 5000 }
    net.card = card({ status: 'frozen', holds: [{ cause: 'dispute', since: '2026-11-20T23:30:00Z', lost }] })
    await open(net, '&card=ref-1')
    await until(() => find('button', 'VOID'))
    expect(text()).toContain(
      'On hold because the bank has taken back $7.00 of the $50.00 paid for its order, since',
    )
    expect(text()).not.toContain('Void it')
  })

  it('such a card is released after an explanation of what the bank has and what the card keeps', async () => {
    const net = new AdminNet()
    const lost = { taken_cents: 700, paid_cents: 5000 }
    const hold = { cause: 'dispute', since: '2026-11-20T23:30:00Z', lost }
    net.card = card({ status: 'frozen', holds: [hold] })
    net.acted = {
      status: 'active',
      holds: [],
      events: [{ ...card().events[0]!, kind: 'released', reason: 'mistake' }],
    }
    await open(net, '&card=ref-1')
    await until(() => expect(text()).toContain('You can take it off hold.'))
    await press(find('button', 'TAKE OFF HOLD'))
    expect(find('dialog').textContent).toContain(
      'The bank has taken back $7.00 of the $50.00 paid for its order. Nothing is taken off the card: it keeps the $25.00 on it, which can be used again.',
    )
    await press(find('dialog button', 'TAKE OFF HOLD'))
    await until(() => expect(text()).toContain('The card ending in 4321 is active again, with $25.00 on it.'))
    expect(posts(net)).toMatchObject([
      { url: '/api/staff/cards/ref-1/release', body: { reason: 'mistake', taken_cents: 700 } },
    ])
    expect(text()).toContain('Taken off hold by the staff: the bank has taken a part of its payment')
  })

  it('one whose dispute was lost has that among what happened', async () => {
    const net = new AdminNet()
    const event = { at: '2026-11-20T23:30:00Z', words: '', cause: 'dispute' }
    net.card = {
      ...card(),
      status: 'frozen',
      events: [
        { ...event, kind: 'lost' },
        { ...event, kind: 'held' },
      ],
    }
    await open(net, '&card=ref-1')
    await until(() =>
      expect(text()).toContain('The bank decided against you: it keeps what it took of the payment'),
    )
    expect(text()).toContain('Put on hold because its payment is disputed')
  })

  it('one with another open dispute says that it stays on hold', async () => {
    const net = new AdminNet()
    const since = '2026-11-20T23:30:00Z'
    const lost = { taken_cents: 700, paid_cents: 5000 }
    net.card = card({
      status: 'frozen',
      holds: [
        { cause: 'dispute', since, lost },
        { cause: 'dispute', since: '2026-11-21T23:30:00Z' },
      ],
    })
    await open(net, '&card=ref-1')
    await press(await until(() => find('button', 'TAKE OFF HOLD')))
    expect(find('dialog').textContent).toContain(
      'it keeps the $25.00 on it, and stays on hold, because there is another hold on it.',
    )
  })

  it('only actions that its state allows can be pressed', async () => {
    const net = new AdminNet()
    net.card = card({ status: 'frozen', holds: [{ cause: 'dispute', since: '2026-11-20T23:30:00Z' }] })
    await open(net, '&card=ref-1')
    await until(() => find('button', 'VOID'))
    const names = [...document.querySelectorAll('button')].map((button) => button.textContent)
    expect(names).toContain('PUT ON HOLD')
    expect(names).not.toContain('RE-ISSUE')
    expect(names).not.toContain('TAKE OFF HOLD')
  })

  it('an order’s unspent part goes back, its share of the discount left out', async () => {
    const net = new AdminNet()
    net.cardOrder = order
    await open(net, '&cardOrder=ord-1')
    await press(await until(() => find('button', 'REFUND')))
    expect(find('dialog').textContent).toContain('$22.50 is refunded to Visa ending in 4242')
    await press(find('dialog button', 'REFUND $22.50'))
    await until(() => expect(text()).toContain('the bank may take 5 to 10 business days'))
    expect(posts(net)).toMatchObject([
      {
        url: '/api/staff/card-orders/ord-1/refund',
        body: { amount_cents: 2250, shipping: false, reason: 'guest_asked' },
      },
    ])
  })
})

describe('a gift-card order', () => {
  it('calls no refund what the buyer’s bank took', async () => {
    const net = new AdminNet()
    const at = '2026-11-20T23:30:00Z'
    const taken = { at, amount_cents: 2250, reason: 'guest_asked', done_at: at, dispute: 'lost' as const }
    net.cardOrder = { ...order, refunds: [taken] }
    await open(net, '&cardOrder=ord-1')
    await until(() => expect(text()).toContain('Taken by the buyer’s bank'))
  })

  it('calls nothing on its way that waits for the buyer’s bank', async () => {
    const net = new AdminNet()
    const at = '2026-11-20T23:30:00Z'
    const waiting = { at, amount_cents: 2250, reason: 'guest_asked', dispute: 'open' as const }
    net.cardOrder = { ...order, refunds: [waiting] }
    await open(net, '&cardOrder=ord-1')
    await until(() => expect(text()).toContain('Waiting on the bank'))
    expect(text()).not.toContain('On its way to the bank')
  })
})

describe('an act on a gift card whose answer was lost', () => {
  /** The next POST takes effect, and its answer is lost. */
  const loseNext = (net: AdminNet, done: () => void): void => {
    net.trouble = () => {
      if (net.calls.at(-1)?.method !== 'POST') return undefined
      net.trouble = undefined
      done()
      return 'offline'
    }
  }
  const gone = { status: 'disabled', balance_cents: 0 }

  it('is sent again unchanged, though the card has changed, and describes the card as it was (N2)', async () => {
    const net = new AdminNet()
    net.card = card()
    loseNext(net, () => (net.card = card({ ...gone, replaced_by: { ...line, last_four: '8765' } })))
    await open(net, '&card=ref-1')
    await press(await until(() => find('button', 'RE-ISSUE')))
    await press(find('dialog button', 'RE-ISSUE'))
    await until(() => find('dialog [role=alert]', /We don’t know if it was done/))
    await until(() => expect(find('dialog').textContent).toContain('The card now: No longer valid, $0.00.'))
    expect(find('dialog').textContent).toContain('The $25.00 moves to a new card')
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() => expect(text()).toContain('$25.00 is on the new card ending in 8765.'))
    expect(posts(net)).toHaveLength(2)
    expect(posts(net)[1]).toEqual(posts(net)[0])
  })

  it('stays where the read shows that nothing is left to go back, and warns when it is closed', async () => {
    const net = new AdminNet()
    net.cardOrder = order
    const { refundable: _, ...rest } = order
    const refunds = [{ at: '2026-11-20T23:30:00Z', amount_cents: 2250, reason: 'guest_asked' }]
    loseNext(net, () => (net.cardOrder = { ...rest, refunds, refund_problem: 'All has gone back.' }))
    await open(net, '&cardOrder=ord-1')
    await press(await until(() => find('button', 'REFUND')))
    await press(find('dialog button', 'REFUND $22.50'))
    await until(() => expect(find('dialog').textContent).toContain('Refunded so far: $22.50.'))
    expect(find('dialog').textContent).toContain('May have been done: $22.50 refund to Visa')
    await press(find('dialog button', 'CLOSE'))
    expect(find('[role=alert]').textContent).toContain(
      'The refund may have gone through. Please check the refunds of this order before you refund it again.',
    )
    expect(posts(net)).toHaveLength(1)
  })

  it('that was refused is chosen anew', async () => {
    const net = new AdminNet()
    net.card = card()
    const message = 'There is $5.00 on this gift card now. Please look at it again.'
    const json = { errors: [{ message }], message, code: 'changed_meanwhile' }
    net.trouble = () => (net.calls.at(-1)?.method === 'POST' ? { status: 409, json } : undefined)
    await open(net, '&card=ref-1')
    await press(await until(() => find('button', 'VOID')))
    await press(find('dialog button', 'VOID'))
    await until(() => expect(find('dialog [role=alert]').textContent).toContain(message))
    expect(find('dialog select[name=reason]')).toBeTruthy()
    await press(find('dialog button', 'VOID'))
    await until(() => expect(posts(net)).toHaveLength(2))
    expect(posts(net)[1]?.key).not.toBe(posts(net)[0]?.key)
  })

  it.each([
    ['&card=ref-1', 'VOID', 'VOID', 'Sending: Void.'],
    ['&cardOrder=ord-1', 'REFUND', 'REFUND $22.50', 'Sending: $22.50 refund'],
  ])('%s: stays while it is being sent, and reports the result', async (at, opener, button, words) => {
    let answer = (): void => undefined
    class SlowNet extends AdminNet {
      override async send(request: NetRequest) {
        if (request.method !== 'POST') return super.send(request)
        await new Promise<void>((resolve) => (answer = resolve))
        const message = 'It is another card by now.'
        const json = { errors: [{ message }], message, code: 'changed_meanwhile' }
        this.trouble = () => ({ status: 409, json })
        return super.send(request).finally(() => (this.trouble = undefined))
      }
    }
    const net = new SlowNet()
    net.card = card()
    net.cardOrder = order
    await open(net, at)
    await press(await until(() => find('button', opener)))
    await press(find('dialog button', button))
    await until(() => expect(find('dialog [role=status]').textContent).toContain(words))
    await press(find('dialog button', 'CLOSE'))
    await press(find('dialog button[aria-label=Close]'))
    expect(document.querySelector('dialog')).not.toBeNull()
    await act(async () => answer())
    await until(() => expect(find('dialog [role=alert]').textContent).toContain('It is another card by now.'))
  })
})
