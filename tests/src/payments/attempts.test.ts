import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findAttempt } from '#db/attempts.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import {
  abandonAttempt,
  makeAttempt,
  type Outcome,
  repeatAttempt,
  resolveAttempt,
} from '#lib/payments/attempt.ts'
import { dinnerTime, startTestLarder, submitPath, type TestLarder } from '../../server/support/larder.ts'
import {
  cardThatAsks,
  countSubmissions,
  declinedCard,
  deviceAtPayment,
  listCharges,
  paymentAttempt,
  redeemAttempt,
  submitAttempt,
} from '../support/checkout.ts'
import { add } from '../support/changes.ts'
import type { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { authenticate } from '../../server/support/authenticate.ts'

const due = 1982

describe('payments and submits', () => {
  let larder: TestLarder
  let device: Device
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    device = await deviceAtPayment(larder)
  })
  const bodiesAndKeys = (): Set<string> =>
    new Set(
      device.net.calls
        .filter((call) => call.path.endsWith('/payment'))
        .map((call) => `${call.key} ${call.body}`),
    )
  const doneWith = (outcome: Outcome<'ticket'> | undefined): string =>
    outcome?.state === 'done' ? outcome.ticket.status : (outcome?.state ?? 'nothing')

  it('charges what is on the screen, once, and deletes the attempt @AT-15', async () => {
    const row = await paymentAttempt(larder, device)
    expect(doneWith(await makeAttempt(device.attempts, row))).toBe('PaymentComplete')
    expect(await listCharges(larder, row.serverId)).toEqual([due])
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
    expect(await device.view()).toMatchObject({
      status: 'PaymentComplete',
      totals: { dueCents: 0, estimated: false },
    })
  })

  it('is stored, key and body, before it leaves', async () => {
    const row = await paymentAttempt(larder, device)
    device.net.faults = ['hang-before']
    const hung = device.net.hung()
    void makeAttempt(device.attempts, row)
    await hung
    expect(await findAttempt(device.db, row.payableId)).toEqual({
      ...row,
      sent: true,
      sentAt: larder.clock.now(),
    })
  })

  it.each([
    { fault: 'cut-before', charged: [] }, // N1
    { fault: 'cut-after', charged: [due] }, // N2
    { fault: 'mid-body', charged: [due] }, // N3
    { fault: 'half-json', charged: [due] }, // N3
    { fault: 'html-after', charged: [due] }, // N6, N12
    { fault: 'html', charged: [] },
    { fault: 'empty', charged: [] },
  ] as const)(
    '$fault leaves the outcome unknown; asking for it charges nothing, and says whether the server had the call @ER-10 @AT-02',
    async ({ fault, charged }) => {
      const row = await paymentAttempt(larder, device)
      device.net.faults = [fault]
      expect(await makeAttempt(device.attempts, row)).toMatchObject({ state: 'unknown' })
      expect(await listCharges(larder, row.serverId)).toEqual(charged)
      device.net.faults = ['cut-before']
      expect(await resolveAttempt(device.attempts, row.payableId)).toMatchObject({ state: 'unknown' })
      expect(await findAttempt(device.db, row.payableId)).toMatchObject({ key: row.key })
      expect(doneWith(await resolveAttempt<'ticket'>(device.attempts, row.payableId))).toBe(
        charged.length > 0 ? 'PaymentComplete' : 'unsent',
      )
      expect(await listCharges(larder, row.serverId)).toEqual(charged)
      expect(device.net.calls.filter((call) => call.path.endsWith('/payment'))).toHaveLength(1)
      const reads = device.net.calls.filter(
        (call) => call.method === 'GET' && call.path.includes(row.serverId),
      )
      expect(reads).not.toEqual([])
      for (const { path } of reads) expect(path).toMatch(/\?time=\d{1,2}(:|%3A)\d\d[ap]m$/)
    },
  )

  it.each([
    { name: '500 (N11)', fault: { status: 500, body: { errors: [], message: 'no', code: 'internal' } } },
    { name: '503 (N13)', fault: { status: 503, html: true as const } },
    {
      name: '429 (N10)',
      fault: { status: 429, body: { errors: [], message: 'slow', code: 'rate_limited' } },
    },
    {
      name: '409 in progress (N17)',
      fault: { status: 409, body: { errors: [], message: 'wait', code: 'idempotency_in_progress' } },
    },
    { name: '401', fault: { status: 401, body: { errors: [], message: 'who', code: 'unauthorized' } } },
    {
      name: '426, too old a client (V8)',
      fault: { status: 426, body: { errors: [], message: 'old', code: 'bad_request' } },
    },
  ])('$name is not a refusal: the attempt stays', async ({ fault }) => {
    const row = await paymentAttempt(larder, device)
    device.net.faults = [fault]
    expect(await makeAttempt(device.attempts, row)).toMatchObject({ state: 'unknown' })
    expect(doneWith(await resolveAttempt<'ticket'>(device.attempts, row.payableId))).toBe('unsent')
    expect(await listCharges(larder, row.serverId)).toEqual([])
  })

  it('allows no second attempt while one is unresolved, in any tab (P6)', async () => {
    const [one, other] = [await paymentAttempt(larder, device), await paymentAttempt(larder, device)]
    device.net.faults = ['cut-after']
    await makeAttempt(device.attempts, one)
    await expect(makeAttempt(device.attempts, other)).rejects.toThrow('not resolved yet')
    await expect(
      makeAttempt((await device.reopen()).attempts, await submitAttempt(larder, await device.reopen())),
    ).rejects.toThrow('not resolved')
    expect(bodiesAndKeys().size).toBe(1)
  })

  it('two taps at once charge once (P6)', async () => {
    const rows = [await paymentAttempt(larder, device), await paymentAttempt(larder, device)]
    const results = await Promise.allSettled(rows.map((row) => makeAttempt(device.attempts, row)))
    expect(results.filter((one) => one.status === 'fulfilled' && one.value.state === 'done')).toHaveLength(1)
    expect(await listCharges(larder, rows[0]!.serverId)).toEqual([due])
  })

  it('a declined card is a definite refusal: another card may be tried @ER-09', async () => {
    const row = await paymentAttempt(larder, device, declinedCard)
    const outcome = await makeAttempt(device.attempts, row)
    expect(outcome).toMatchObject({
      state: 'refused',
      error: { code: 'payment_declined', message: 'Your card was declined.' },
    })
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
    expect(doneWith(await makeAttempt(device.attempts, await paymentAttempt(larder, device)))).toBe(
      'PaymentComplete',
    )
    expect(await listCharges(larder, row.serverId)).toEqual([due])
  })

  it('a 200 with an error, of an order that is not paid, is a refusal; the next tap charges once @EN-25', async () => {
    const row = await paymentAttempt(larder, device)
    const error = { message: 'The till did not take it.' }
    const ticket_order = { ...(await device.serverTicket()), error }
    device.net.faults = [{ status: 200, body: { ticket_order } }]
    expect(await makeAttempt(device.attempts, row)).toMatchObject({ state: 'refused', error })
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
    const next = await paymentAttempt(larder, device)
    expect(doneWith(await makeAttempt(device.attempts, next))).toBe('PaymentComplete')
    expect(await listCharges(larder, row.serverId)).toEqual([due])
  })

  it('a 200 with an error, of an order that is paid, is the payment: nothing is charged again @EN-25', async () => {
    const row = await paymentAttempt(larder, device)
    device.net.faults = ['cut-after']
    expect(await makeAttempt(device.attempts, row)).toMatchObject({ state: 'unknown' })
    const ticket_order = { ...(await device.serverTicket()), error: { message: 'The printer is off.' } }
    device.net.faults = [{ status: 200, body: { ticket_order } }]
    expect(doneWith(await repeatAttempt<'ticket'>(device.attempts, row.payableId))).toBe('PaymentComplete')
    expect(await device.view()).toMatchObject({ status: 'PaymentComplete', totals: { dueCents: 0 } })
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
    expect(await listCharges(larder, row.serverId)).toEqual([due])
    expect(bodiesAndKeys().size).toBe(1)
  })

  const giftCard = { display_name: 'Gift card', display_amount: '$5.00', tip: '$0.00', tender_type: 'card' }
  it.each([
    { shows: 'nothing of it', payments: [], state: 'refused' },
    { shows: 'a part that may be it', payments: [giftCard], state: 'done' },
  ])(
    'a 200 with an error, about a gift card, of an order that shows $shows: $state @EN-25',
    async ({ payments, state }) => {
      const row = await redeemAttempt(larder, device)
      const error = { message: 'The card reader is off.' }
      const ticket_order = { ...(await device.serverTicket()), payments, error }
      device.net.faults = [{ status: 200, body: { ticket_order } }]
      expect(await makeAttempt(device.attempts, row)).toMatchObject({ state })
      expect((await device.view()).snapshot?.payments).toEqual(payments)
    },
  )

  it('a restaurant that takes no new orders has charged nothing, and says so: not "we do not know"', async () => {
    const row = await paymentAttempt(larder, device)
    device.net.faults = [
      {
        status: 503,
        body: { errors: [], message: 'We cannot take new orders right now.', code: 'ordering_paused' },
      },
    ]
    expect(await makeAttempt(device.attempts, row)).toMatchObject({
      state: 'refused',
      error: { code: 'ordering_paused' },
    })
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
    expect(await listCharges(larder, row.serverId)).toEqual([])
  })

  it('a changed price charges nothing: the price tapped is the price paid (I5)', async () => {
    const row = await paymentAttempt(larder, device)
    await device.record(add('b'))
    await device.drain()
    expect(await makeAttempt(device.attempts, row)).toMatchObject({
      state: 'refused',
      error: { code: 'price_changed' },
    })
    expect(await listCharges(larder, row.serverId)).toEqual([])
  })

  it('a tampered snapshot changes nothing that is charged, and the server’s amounts come back (D15)', async () => {
    const { snapshot } = (await device.active()).row
    await device.db.tickets
      .toCollection()
      .modify({ snapshot: { ...snapshot!, totals: { ...snapshot!.totals, due: '$0.01', total: '$0.01' } } })
    const row = await paymentAttempt(larder, device)
    expect(await makeAttempt(device.attempts, row)).toMatchObject({
      state: 'refused',
      error: { code: 'price_changed' },
    })
    await device.db.tickets.toCollection().modify({ snapshot: { ...snapshot!, status: 'PaymentComplete' } })
    expect(await makeAttempt(device.attempts, await submitAttempt(larder, device))).toMatchObject({
      state: 'refused',
    })
    expect(await countSubmissions(larder, row.serverId)).toBe(0)
    await device.record({ kind: 'ticket.tip', tipCents: 240 })
    await device.drain()
    expect(await device.view()).toMatchObject({ status: 'Open', totals: { dueCents: due } })
  })

  it('a bank that authenticates: afterwards the same key charges once', async () => {
    const row = await paymentAttempt(larder, device, cardThatAsks)
    const asked = await makeAttempt(device.attempts, row)
    if (asked.state !== 'authenticate') throw new Error(`expected the bank to ask, and it is ${asked.state}`)
    expect(await listCharges(larder, row.serverId)).toEqual([])
    await authenticate(larder, asked.clientSecret, 'success')
    device.net.faults = ['cut-after']
    expect(await repeatAttempt(device.attempts, row.payableId)).toMatchObject({ state: 'unknown' })
    expect(doneWith(await resolveAttempt<'ticket'>(device.attempts, row.payableId))).toBe('PaymentComplete')
    expect(await listCharges(larder, row.serverId)).toEqual([due])
    expect(bodiesAndKeys().size).toBe(1)
  })

  it('an authentication that was left at the bank is withdrawn: nothing is charged, not even by coming back', async () => {
    const row = await paymentAttempt(larder, device, cardThatAsks)
    const asked = await makeAttempt(device.attempts, row)
    if (asked.state !== 'authenticate') throw new Error(`expected the bank to ask, and it is ${asked.state}`)
    await authenticate(larder, asked.clientSecret, 'success')
    expect(await resolveAttempt((await device.reopen()).attempts, row.payableId)).toEqual({ state: 'unsent' })
    expect(await listCharges(larder, row.serverId)).toEqual([])
  })

  it('an authentication that fails is given up, and a new attempt may pay', async () => {
    const row = await paymentAttempt(larder, device, cardThatAsks)
    const asked = await makeAttempt(device.attempts, row)
    if (asked.state !== 'authenticate') throw new Error(`expected the bank to ask, and it is ${asked.state}`)
    await authenticate(larder, asked.clientSecret, 'failure')
    await abandonAttempt(device.attempts, row.payableId)
    expect(doneWith(await makeAttempt(device.attempts, await paymentAttempt(larder, device)))).toBe(
      'PaymentComplete',
    )
    expect(await listCharges(larder, row.serverId)).toEqual([due])
  })

  it.each(['cut-after', 'half-json'] as const)(
    '%s at submit: placed once, and stored @ST-05 @AT-16',
    async (fault) => {
      await makeAttempt(device.attempts, await paymentAttempt(larder, device))
      const row = await submitAttempt(larder, device)
      device.net.faults = [fault]
      expect(await makeAttempt(device.attempts, row)).toMatchObject({ state: 'unknown' })
      const again = await device.reopen()
      expect(await resolveAttempt(again.attempts, row.payableId)).toMatchObject({
        state: 'done',
        ticket: { status: 'Submitted' },
      })
      expect(await resolveAttempt(again.attempts, row.payableId)).toBeUndefined()
      expect(await countSubmissions(larder, row.serverId)).toBe(1)
      expect(await again.db.tickets.count()).toBe(0)
      // The server's answer about a guest's placed order has neither their details nor the order's key: the device adds its own.
      expect(await findLastPlaced(again.db, 'tavola-nyc', 'guest')).toMatchObject({
        ticketId: row.serverId,
        ticket: { status: 'Submitted', order_key: expect.any(String), recipient_first_name: 'Ada' },
      })
    },
  )

  it('a submit that never arrived places nothing: its guest is asked again', async () => {
    await makeAttempt(device.attempts, await paymentAttempt(larder, device))
    const row = await submitAttempt(larder, device)
    device.net.faults = ['cut-before']
    await makeAttempt(device.attempts, row)
    const again = await device.reopen()
    expect(await resolveAttempt(again.attempts, row.payableId)).toEqual({ state: 'unsent' })
    expect(await countSubmissions(larder, row.serverId)).toBe(0)
    expect(await makeAttempt(again.attempts, await submitAttempt(larder, again))).toMatchObject({
      ticket: { status: 'Submitted' },
    })
  })

  it('nothing is sent that the device could not store (D2)', async () => {
    const row = await paymentAttempt(larder, device)
    device.db.paymentAttempts.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(makeAttempt(device.attempts, row)).rejects.toThrow('full')
    expect(device.net.calls).toEqual([])
  })

  it('an order that expired meanwhile was neither paid nor placed (I3)', async () => {
    const row = await paymentAttempt(larder, device)
    device.net.faults = ['cut-before']
    await makeAttempt(device.attempts, row)
    larder.clock.advance(25 * 60 * 60 * 1000)
    expect(await resolveAttempt(device.attempts, row.payableId)).toEqual({ state: 'unsent' })
    expect(await listCharges(larder, row.serverId)).toEqual([])
    expect(await findLastPlaced(device.db, 'tavola-nyc', 'guest')).toBeUndefined()
  })

  it('a ticket that is gone is a definite refusal @ER-04', async () => {
    const row = { ...(await paymentAttempt(larder, device)), serverId: 'gone' }
    device.net.faults = ['cut-before']
    await makeAttempt(device.attempts, row)
    expect(await resolveAttempt(device.attempts, row.payableId)).toMatchObject({
      state: 'refused',
      error: { code: 'not_found' },
    })
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
  })

  it('an order that another phone has placed counts as placed here, too (B11)', async () => {
    const payment = await paymentAttempt(larder, device)
    device.net.faults = ['cut-after']
    await makeAttempt(device.attempts, payment)
    await larder.app.inject({
      method: 'POST',
      url: `/api${submitPath(payment.serverId).replace(':loc', 'tavola-nyc')}`,
      headers: { host: 'tavola.localhost', 'idempotency-key': '00000000-0000-4000-8000-ffffffffffff' },
      payload: { phone_number: '' },
    })
    expect(await resolveAttempt(device.attempts, payment.payableId)).toMatchObject({
      state: 'done',
      ticket: { status: 'Submitted' },
    })
    expect(await findLastPlaced(device.db, 'tavola-nyc', 'guest')).toMatchObject({
      ticketId: payment.serverId,
    })
    expect(await listCharges(larder, payment.serverId)).toEqual([due])
  })

  it.each([
    ['no body', { body: null }],
    ['a body of another shape', { body: { amount: 'all' } }],
    ['an unknown kind', { kind: 'refund' }],
    ['an unknown payable', { payable: 'loan' }],
    ['the id of an unknown ticket', { serverId: 'undefined' }],
  ])('a damaged attempt (%s) charges nothing and blocks nobody (D14)', async (_name, damage) => {
    const row = await paymentAttempt(larder, device)
    await device.db.table('paymentAttempts').add({ ...row, sent: true, ...damage })
    expect(['refused', 'unsent']).toContain((await resolveAttempt(device.attempts, row.payableId))?.state)
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
    expect([await listCharges(larder, row.serverId), await countSubmissions(larder, row.serverId)]).toEqual([
      [],
      0,
    ])
    expect(doneWith(await makeAttempt(device.attempts, await paymentAttempt(larder, device)))).toBe(
      'PaymentComplete',
    )
  })

  it('what a member has paid is not asked about as somebody else', async () => {
    const row = { ...(await paymentAttempt(larder, device)), principal: 'ada' }
    device.net.faults = ['cut-before']
    await makeAttempt(device.attempts, row)
    expect(await resolveAttempt(device.attempts, row.payableId)).toMatchObject({
      state: 'unknown',
      error: { kind: 'unauthorized' },
    })
    expect(await findAttempt(device.db, row.payableId)).toBeDefined()
  })
})
