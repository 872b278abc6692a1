import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketOp } from '#db/outbox.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { add, addCarbonara, addTartufo, change, delivery, remove, tip } from '../support/changes.ts'
import { countTickets, Device, testLocks } from '../support/device.ts'
import { margherita } from '../../server/support/orders.ts'
import { embedded } from '../support/embedded.ts'

describe('sending what waits', () => {
  let larder: TestLarder
  let device: Device
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    orderAhead(true)
    device = new Device(larder)
  })
  /** Whether the restaurant takes orders for later: only without them does a closed kitchen refuse to begin an order. */
  const orderAhead = (showOrderAhead: boolean): void =>
    larder.change('tavola', (document) => ({
      ...document,
      ordering: { ...document.ordering, showOrderAhead },
    }))
  const kinds = (): string[] =>
    device.net.calls.map(
      ({ method, path }) => `${method} ${path.split('/').slice(4).join('/').replace(/\?.*/, '')}`,
    )

  it('creates the ticket with its first dish and sends the taps in their order @ST-09 @AT-01 @AT-03 @EN-26 @AT-05 @EN-24', async () => {
    await device.record(add('a', 2))
    await device.record(addCarbonara('b'))
    await device.record(change('a', 3))
    await device.record(tip(250), delivery(true))
    expect(await device.drain()).toEqual({ left: 0 })
    const ticket = await device.serverTicket()
    const at = `ticketorder/${ticket.id}`
    expect(device.net.calls[0]!.path).toMatch(/\/ticketorder\/create\?time=\d{1,2}(:|%3A)\d\d[ap]m$/)
    const edit = device.net.calls.find(({ method, path }) => method === 'PUT' && path.endsWith('/items/1'))!
    expect(JSON.parse(edit.body!)).toEqual({ ...margherita({ quantity: 3 }), index: 1 })
    expect(kinds()).toEqual([
      'GET ticketorder/create',
      `POST ${at}/items`,
      `POST ${at}/items`,
      `PUT ${at}/items/1`,
      `POST ${at}/tip`,
      `PUT ${at}`,
    ])
    expect(ticket.items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Margherita', 3],
      ['Carbonara', 1],
    ])
    expect(ticket).toMatchObject({ tip: '$2.50', use_delivery: true, use_curbside: false })
    expect((await device.active()).row.lineIds).toEqual({ 1: 'a', 2: 'b' })
  })

  it('keeps what a line was shown to cost and to contain when it was put on the order, or changed last', async () => {
    const nuts = { contains: ['tree_nuts' as const], free_from: 'others' as const }
    const added = add('a', 2)
    if (added.kind !== 'item.add') throw new Error(added.kind)
    await device.record({ ...added, shown: { ...added.shown, allergens: nuts } })
    await device.drain()
    expect((await device.active()).row).toMatchObject({
      agreed: { a: added.shown.unitCents },
      agreedAllergens: { a: nuts },
    })
    await device.record(change('a', 3))
    await device.drain()
    expect((await device.active()).row.agreedAllergens).toEqual({})
  })

  it.each([
    'cut-after' as const, // N2
    'mid-body' as const, // N3
    'half-json' as const, // N3
    'html-after' as const, // N6
    'cut-before' as const, // N1
  ])('%s on creation and on adding gives one ticket and one line', async (fault) => {
    const before = await countTickets(larder)
    await device.record(add('a'))
    device.net.faults = [fault, undefined, fault, fault]
    for (let round = 0; round < 3; round++)
      expect(await device.drainNow()).toMatchObject({ left: round === 0 ? 2 : 1 })
    expect(await device.drainNow()).toEqual({ left: 0 })
    expect(await countTickets(larder)).toBe(before + 1)
    expect((await device.serverTicket()).items).toHaveLength(1)
    expect(new Set(device.net.calls.map((call) => call.key)).size).toBe(2)
  })

  it('a first copy that arrives after the retry has won changes nothing (N5)', async () => {
    await device.record(add('a'))
    let release = (): void => undefined
    device.net.faults = [undefined, { holdUntil: new Promise<void>((resolve) => (release = resolve)) }]
    const first = device.drain()
    await expect.poll(() => device.net.calls.length).toBe(2)
    const second = new Device(larder, { name: device.name })
    expect(await second.drain()).toEqual({ left: 0 })
    release()
    expect(await first).toEqual({ left: 0 })
    expect((await device.serverTicket()).items).toHaveLength(1)
    expect((await device.view()).lines.map((line) => line.lineId)).toEqual(['a'])
  })

  it.each([
    { name: 'a cut (N1)', fault: 'cut-before' as const },
    { name: 'a Wi-Fi page (N6)', fault: 'html' as const },
    { name: 'a Wi-Fi page with 404', fault: { status: 404, html: true as const } },
    { name: 'broken JSON (N14)', fault: 'broken-json' as const },
    { name: 'an empty body (N14)', fault: 'empty' as const },
    { name: '204 (N14)', fault: 'no-content' as const },
    { name: '500 (N11)', fault: { status: 500, body: { errors: [], message: 'no', code: 'internal' } } },
    { name: 'maintenance in HTML (N13)', fault: { status: 503, html: true as const } },
    {
      name: '426, too old a client (V8)',
      fault: { status: 426, body: { errors: [], message: 'old', code: 'bad_request' } },
    },
    { name: 'a foreign 200', fault: { status: 200, body: { ticket_order: { id: 7 } } } },
  ])('$name keeps the change, with growing gaps', async ({ fault }) => {
    await device.record(add('a'))
    const gaps: number[] = []
    device.net.otherwise = () => fault
    for (let round = 0; round < 12; round++) {
      const result = await device.drain()
      expect(result.left).toBe(2)
      const [first] = await device.db.outbox.toArray()
      expect(first?.tooOld).toBe(typeof fault === 'object' && fault.status === 426)
      const retryAt = 'retryAt' in result ? result.retryAt : 0
      gaps.push(retryAt - larder.clock.now())
      expect(await device.drain()).toEqual(result)
      larder.clock.advance(gaps.at(-1)!)
    }
    expect(gaps.slice(0, 5)).toEqual([500, 1000, 2000, 4000, 8000])
    expect(gaps.at(-1)).toBe(150_000)
    expect(device.net.calls).toHaveLength(12)
    device.net.otherwise = () => undefined
    expect(await device.drain()).toEqual({ left: 0 })
    expect((await device.serverTicket()).items).toHaveLength(1)
    expect((await device.active()).row.refusals).toEqual([])
  })

  it('429 with seconds, with a date, and without a header: waits at least as long as it was told (N10)', async () => {
    await device.record(add('a'))
    const body = { errors: [], message: 'slow down', code: 'rate_limited' }
    const date = new Date(dinnerTime).toUTCString()
    const later = new Date(dinnerTime + 90_000).toUTCString()
    const gapAfter = async (headers: Record<string, string>): Promise<number> => {
      device.net.faults = [{ status: 429, headers, body }]
      const result = await device.drainNow()
      return 'retryAt' in result ? result.retryAt - larder.clock.now() : 0
    }
    expect(await gapAfter({ 'retry-after': '77' })).toBe(77_000)
    expect(await gapAfter({ 'retry-after': later, date })).toBe(90_000)
    expect(await gapAfter({})).toBeGreaterThanOrEqual(1000)
    expect(await device.waiting()).toHaveLength(2)
  })

  it('a damaged change without its id, or without its order, blocks nothing and stops nothing (D14)', async () => {
    await device.record(add('a'))
    const rows = await device.db.outbox.toArray()
    await device.db.outbox.clear()
    const [{ opId: _id, seq: _seq, ...nameless }, { draftId: _draft, seq: _other, ...homeless }] = [
      rows[0] as TicketOp,
      rows[0] as TicketOp,
    ]
    for (const row of [nameless, { ...homeless, opId: 'homeless' }, ...rows])
      await device.db.outbox.add(row as TicketOp)
    larder.clock.advance(60_000)
    expect(await device.drainNow()).toEqual({ left: 0 })
    expect((await device.serverTicket()).items).toHaveLength(1)
    larder.clock.advance(25 * 60 * 60 * 1000)
    expect(await device.drainNow()).toEqual({ left: 0 })
  })

  it('a refusal takes that change alone, keeps its words, and later edits of its line are shown, too, but not that it was taken off', async () => {
    await device.record(
      add('a'),
      addTartufo('gone'),
      change('gone', 2),
      remove('gone'),
      addCarbonara('c'),
      tip(100),
    )
    expect(await device.drain()).toEqual({ left: 0 })
    const { row } = await device.active()
    const orphaned = 'This could not be applied, because what it changed is no longer on the order.'
    expect(row.refusals.map((one) => [one.change.kind, one.messages])).toEqual([
      ['item.add', ['Tartufo is sold out for now. We are sorry! Please choose something else.']],
      ['item.change', [orphaned]],
    ])
    expect((await device.serverTicket()).items.map((line) => line.name)).toEqual(['Margherita', 'Carbonara'])
    expect((await device.view()).lines.map((line) => line.lineId)).toEqual(['a', 'c'])
  })

  it.each([
    { what: 'error', says: { error: { message: 'No tips tonight.' } }, words: 'No tips tonight.' },
    {
      what: 'both',
      says: { has_error: true, error: { message: 'No tips tonight.' } },
      words: 'No tips tonight.',
    },
    { what: 'has_error', says: { has_error: true }, words: 'This could not be done.' },
  ])('a 200 with an error ($what) is a refusal: $words @EN-25 @ER-05', async ({ says, words }) => {
    await device.record(add('a'))
    await device.drain()
    const body = { ticket_order: { ...(await device.serverTicket()), tip: '$1.00', ...says } }
    device.net.faults = [{ status: 200, body }]
    await device.record(tip(100))
    expect(await device.drain()).toEqual({ left: 0 })
    const { row, pending } = await device.active()
    expect(pending).toEqual([])
    expect(row.refusals.map((one) => [one.change.kind, one.messages])).toEqual([['ticket.tip', [words]]])
    expect((await device.view()).tipCents).toBe(0)
  })

  it('a 200 that says that there is no error counts as a success @EN-25', async () => {
    await device.record(add('a'))
    await device.drain()
    const none = { tip: '$1.00', has_error: false, error: null }
    device.net.faults = [
      { status: 200, body: { ticket_order: { ...(await device.serverTicket()), ...none } } },
    ]
    await device.record(tip(100))
    expect(await device.drain()).toEqual({ left: 0 })
    expect((await device.active()).row.refusals).toEqual([])
    expect((await device.view()).tipCents).toBe(100)
  })

  it('a refused creation refuses the draft’s other changes, too, and every one of them is shown @ER-11 @ST-09', async () => {
    orderAhead(false)
    larder.clock.set('2026-11-21T05:00:00Z')
    const addId = await device.record(add('a'))
    const tipId = await device.record(tip(100))
    expect(await device.drain()).toEqual({ left: 0 })
    const { row, pending } = await device.active()
    const closed = ['The kitchen is currently closed and not accepting new orders at this time.']
    expect(pending).toEqual([])
    expect(row.refusals.map((one) => one.messages)).toEqual([closed, closed])
    expect(row.refusals.map((one) => one.opId)).toEqual([addId, tipId])
    expect(device.net.calls).toHaveLength(1)
  })

  it('after a refused creation the next dish starts a ticket of its own, also while the refusal is still shown @ST-09', async () => {
    orderAhead(false)
    larder.clock.set('2026-11-21T05:00:00Z')
    await device.record(add('a'))
    await device.drain()
    larder.clock.set('2026-11-21T18:00:00Z')
    await device.record(add('b'))
    expect(await device.drain()).toEqual({ left: 0 })
    expect((await device.serverTicket()).items).toHaveLength(1)
    expect((await device.view()).lines.map((line) => line.lineId)).toEqual(['b'])
  })

  it('a ticket that is gone loses its id, shows what did not arrive, and the next dish starts over (N16) @ER-04', async () => {
    await device.record(add('a'))
    await device.drain()
    const { id } = await device.serverTicket()
    await larder.database.script(
      `DELETE FROM ticket_lines WHERE ticket_id = '${id}'; DELETE FROM tickets WHERE id = '${id}'`,
    )
    const ids = [
      await device.record(addCarbonara('b')),
      await device.record(tip(100)),
      await device.record(remove('a')),
    ]
    expect(await device.drain()).toEqual({ left: 0 })
    const { row } = await device.active()
    expect(row).toMatchObject({ lineIds: {} })
    expect(row.ticketId).toBeUndefined()
    expect(row.snapshot).toBeUndefined()
    expect(row.refusals.map((one) => one.opId)).toEqual(ids)
    expect(row.refusals[0]!.messages).toEqual(['We could not find this order.'])
    await device.record(add('c'))
    expect(await device.drain()).toEqual({ left: 0 })
    expect((await device.serverTicket()).id).not.toBe(id)
    expect((await device.view()).lines.map((line) => line.lineId)).toEqual(['c'])
  })

  it.each(['undefined', 'null'])('a stored ticket id of %j is cleared (D16) @ST-08', async (ticketId) => {
    await device.record(add('a'))
    await device.drain()
    await device.db.tickets.toCollection().modify({ ticketId })
    await device.record(addCarbonara('b'))
    expect(await device.drain()).toEqual({ left: 0 })
    expect((await device.active()).row.ticketId).toBeUndefined()
    expect((await device.active()).row.refusals).toHaveLength(1)
  })

  it('a change older than a day is refused and shown, never sent (I4)', async () => {
    await device.record(add('a'))
    await device.drain()
    await device.record(tip(100))
    larder.clock.advance(24 * 60 * 60 * 1000 + 1)
    device.net.calls.length = 0
    expect(await device.drain()).toEqual({ left: 0 })
    expect(device.net.calls).toEqual([])
    expect((await device.active()).row.refusals).toMatchObject([
      { change: tip(100), messages: [expect.stringContaining('more than a day ago')] },
    ])
  })

  it('a change that needs a window is not sent from elsewhere', async () => {
    const worker = new Device(larder, { classes: ['replay'] })
    await worker.record(add('a'))
    expect(await worker.drain()).toEqual({ left: 2, retryAt: Infinity })
    expect(worker.net.calls).toEqual([])
  })

  it('another person’s change is never sent (I6, U2)', async () => {
    await device.record(add('a'))
    const other = new Device(larder, { name: device.name, net: device.net, principal: 'user-2' })
    expect(await other.drain()).toEqual({ left: 0 })
    expect(device.net.calls).toEqual([])
    await other.record(add('mine'))
    expect(await other.drain()).toEqual({ left: 0 })
    expect((await other.serverTicket()).items).toHaveLength(1)
    expect((await device.view()).lines).toMatchObject([{ lineId: 'a', pending: true }])
  })

  it('401 pauses and refuses nothing', async () => {
    await device.record(add('a'))
    device.net.faults = [{ status: 401, body: { errors: [], message: 'who?', code: 'unauthorized' } }]
    expect(await device.drain()).toEqual({ left: 2, retryAt: Infinity })
    expect(await device.drain()).toEqual({ left: 0 })
  })

  it('two senders under one lock send each change once (P11)', async () => {
    const withLock = testLocks()
    const page = new Device(larder, { name: device.name, net: device.net, withLock })
    const worker = new Device(larder, { name: device.name, net: device.net, withLock })
    await page.record(add('a'), addCarbonara('b'), tip(300))
    expect(await Promise.all([page.drain(), worker.drain(), page.drain()])).toEqual([
      { left: 0 },
      { left: 0 },
      { left: 0 },
    ])
    const keys = device.net.calls.map((call) => call.key)
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(4)
    expect((await page.serverTicket()).items).toHaveLength(2)
  })

  it('a damaged change is left out, and the others are sent (D14)', async () => {
    await device.record(add('a'))
    const draftId = (await device.active()).row.draftId
    const base = {
      locationId: 'tavola-nyc',
      principal: 'guest',
      draftId,
      createdAt: larder.clock.now(),
      attempts: 0,
      notBefore: 0,
    }
    await device.db.table('outbox').bulkAdd([
      { ...base, opId: 'x1', change: { kind: 'card.redeem' } },
      { ...base, opId: 'x2', change: null },
      { ...base, opId: 'x3', change: { kind: 'ticket.tip', tipCents: '1' } },
      { ...base, opId: 'x4', createdAt: 'yesterday', change: tip(5) },
    ])
    await device.record(tip(100))
    expect((await device.view()).tipCents).toBe(100)
    expect(await device.drain()).toEqual({ left: 0 })
    expect(await device.serverTicket()).toMatchObject({ tip: '$1.00', items: [{ name: 'Margherita' }] })
  })

  it('a damaged ticket row blocks nothing: what can be sent is, and the rest is shown (D14)', async () => {
    await device.record(add('a'))
    await device.drain()
    await device.db.table('tickets').toCollection().modify({ lineIds: null, refusals: 3 })
    await device.record(change('a', 2), tip(100))
    expect(await device.drain()).toEqual({ left: 0 })
    expect(await device.serverTicket()).toMatchObject({ tip: '$1.00', items: [{ quantity: 1 }] })
    expect((await device.active()).row.refusals).toMatchObject([{ change: change('a', 2) }])
  })
})
