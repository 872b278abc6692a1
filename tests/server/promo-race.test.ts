import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { buyer, cardOrder, home, orderPath, readyOrder, submit, visa } from './support/card-orders.ts'
import { databases, openAgain } from './support/databases.ts'
import {
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { expectBooks } from './support/tenders.ts'

/**
 * Two hundred payments with the same code at the same moment: food orders, gift cards and posted cards. On PostgreSQL they come
 * to two servers that share only the database.
 */
describe.for(databases)('two hundred at once with one promo code [$name]', (engine) => {
  let servers: TestLarder[]
  let guests: Guest[]
  let token: string
  beforeAll(async () => {
    const first = await startTestLarder(engine)
    const others =
      engine.name === 'PostgreSQL'
        ? [await startTestLarder({ ...engine, open: () => openAgain(first.database) })]
        : []
    servers = [first, ...others]
    guests = servers.map((server) => new Guest(server))
    token = await guests[0]!.card(visa)
  })
  afterAll(async () => {
    await expectBooks(servers[0]!)
    for (const server of servers.toReversed()) await server.close()
  })

  const larder = (): TestLarder => servers[0]!
  const at = (n: number): Guest => guests[n % guests.length]!
  type AnyReply = Reply<ProblemBody>
  type Try = (email: string, n: number) => Promise<AnyReply>

  /** Copies an order in the database, because two hundred guests would take minutes. Returns the ids. */
  async function copies(
    table: 'tickets' | 'card_orders',
    id: string,
    count: number,
    emailOf: (n: number) => string,
  ): Promise<string[]> {
    const contact = table === 'tickets' ? 'contact' : 'buyer'
    const emails = JSON.stringify(Array.from({ length: count }, (_, n) => emailOf(n)))
    const rows = await larder().database.query<{ id: string }>(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(o, jsonb_build_object('id', left(o.id, 20) || '-' || e.n, 'reference', o.id || e.n, 'receipt_id', o.id || e.n, '${contact}',
         o.${contact} || jsonb_build_object('recipient_email', e.email, 'recipient_phone', to_char(2122000000 + e.n, 'FM9999999999'))))).*
       FROM ${table} o, jsonb_array_elements_text($2::jsonb) WITH ORDINALITY AS e (email, n) WHERE o.id = $1 RETURNING id`,
      [id, emails],
    )
    if (table === 'tickets')
      await larder().database.query(
        `INSERT INTO ticket_lines SELECT (jsonb_populate_record(l, jsonb_build_object('ticket_id', t.id))).*
         FROM ticket_lines l, tickets t WHERE l.ticket_id = $1 AND t.id IN (SELECT jsonb_array_elements_text($2::jsonb))`,
        [id, JSON.stringify(rows.map((row) => row.id))],
      )
    return rows.map((row) => row.id)
  }

  async function foodTries(code: string, count: number, emailOf: (n: number) => string): Promise<Try[]> {
    const { id } = await completeOrder(at(0))
    const { totals } = await at(0).ticket('POST', ticketPath(id, '/promocode'), { promo_code: code })
    const amount = Number(totals.due.slice(1))
    const ids = await copies('tickets', id, count, emailOf)
    return ids.map(
      (one, n) => () =>
        at(n).send('POST', ticketPath(one, '/payment'), { tip: 0, amount, payment_source: token }),
    )
  }

  async function cardTries(code: string, count: number): Promise<Try[]> {
    const { id } = await readyOrder(at(0))
    const { totals } = await cardOrder(at(0), 'PUT', orderPath(id), { promo_code: code })
    const amount = Number(totals.due.slice(1))
    const ids = await copies('card_orders', id, count, () => '')
    return ids.map(
      (one) => (email, n) =>
        submit(at(n), one, { amount, payment_token: token, ...buyer, buyer_email: email }),
    )
  }

  async function postedTries(code: string, count: number): Promise<Try[]> {
    const items = [{ item: 'giftcard', price: 25, quantity: 1 }]
    const body = { status: 'Open', items, promo_code: code, ...home, ...buyer }
    const started = await at(0).send<{ physical_order: PhysicalOrder }>(
      'POST',
      '/location/:loc/physicalcard/start',
      { items },
    )
    const { id } = started.body.physical_order
    const saved = await at(0).send<{ physical_order: PhysicalOrder }>(
      'PUT',
      `/location/:loc/physicalcard/${id}`,
      {
        ...body,
        buyer_email: 'base@example.com',
      },
    )
    const amount = Number(saved.body.physical_order.totals.total.slice(1))
    const ids = await copies('card_orders', id, count, () => '')
    const payment = { status: 'Submit', amount, payment_token: token }
    return ids.map(
      (one) => (email, n) =>
        at(n).send('PUT', `/location/:loc/physicalcard/${one}`, { ...body, ...payment, buyer_email: email }),
    )
  }

  async function allAtOnce(code: string, emailOf: (n: number) => string): Promise<AnyReply[]> {
    const tries = [
      ...(await foodTries(code, 100, emailOf)),
      ...(await cardTries(code, 50)),
      ...(await postedTries(code, 50)),
    ]
    expect(tries).toHaveLength(200)
    return await Promise.all(tries.map((one, n) => one(emailOf(n), n)))
  }

  /** Checks a code's use by the orders that were paid with its discount. */
  async function expectTaken(code: string, most: number, replies: AnyReply[], words: string): Promise<void> {
    const { database } = larder()
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(most)
    const refused = replies.filter(({ status }) => status !== 200)
    for (const { status, body } of refused)
      expect([status, body.code, body.message]).toEqual([422, 'promo_invalid', words])
    const discounted = await database.query(
      `SELECT id FROM tickets WHERE promo_code = $1 AND status = 'PaymentComplete' AND (priced->>'discountCents')::int > 0
       UNION ALL SELECT id FROM card_orders WHERE promo_code = $1 AND status = 'Submitted' AND (priced->>'discountCents')::int > 0`,
      [code],
    )
    expect(discounted).toHaveLength(most)
    expect(await database.query('SELECT taken FROM promo_counts WHERE code = $1', [code])).toEqual([
      { taken: most },
    ])
    expect(
      await database.query('SELECT count(DISTINCT order_id)::int AS uses FROM promo_uses WHERE code = $1', [
        code,
      ]),
    ).toEqual([{ uses: most }])
  }

  it('discounts as many orders as its total, and not one more', async () => {
    const replies = await allAtOnce('FIRST3', (n) => `guest${n}@example.com`)
    await expectTaken('FIRST3', 3, replies, 'This promo code has been used up.')
  })

  it('is one person’s once, whatever they buy with it', async () => {
    const replies = await allAtOnce('ONCE', (n) => `the.one+${n}@gmail.com`)
    await expectTaken(
      'ONCE',
      1,
      replies,
      'You have already used this promo code. It can be used once per person.',
    )
  })
})
