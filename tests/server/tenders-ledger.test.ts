import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { dollars, margherita, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import {
  addReward,
  balanceOf,
  expectBooks,
  redeem,
  redeemByNumber,
  release,
  tippedOrder,
  useReward,
} from './support/tenders.ts'
import { seededRandom } from '../support/seeded-random.ts'

describe.for(databases)('the books of tickets [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
    guest = new Guest(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  /** Copies of a complete order, each with five cents due by its stored price. */
  async function makeTickets(count: number): Promise<string[]> {
    const { id } = await tippedOrder(ada, 0)
    const priced = JSON.stringify({ subTotalCents: 5, discountCents: 0, taxCents: 0, deliveryCents: 0 })
    const rows = await larder.database.query<{ id: string }>(
      `INSERT INTO tickets (location_id, id, user_id, status, name, next_index, use_delivery, use_curbside, contact, tip_cents, priced, created_at, touched_at)
       SELECT location_id, id || '-' || n, user_id, status, name, next_index, use_delivery, use_curbside, contact, tip_cents, $2::jsonb, created_at, touched_at
       FROM tickets, generate_series(1, $3::int) AS n WHERE id = $1 RETURNING id`,
      [id, priced, count],
    )
    await larder.database.query(
      `INSERT INTO ticket_lines (location_id, ticket_id, line_index, menu_external_id, menu_category_external_id, menu_item_external_id, menu_item, name,
         unit_cents, quantity, sent_modifiers, priced_modifiers)
       SELECT location_id, ticket_id || '-' || n, line_index, menu_external_id, menu_category_external_id, menu_item_external_id, menu_item, name,
         5, 1, sent_modifiers, priced_modifiers FROM ticket_lines, generate_series(1, $2::int) AS n WHERE ticket_id = $1`,
      [id, count],
    )
    return rows.map((row) => row.id)
  }

  it(
    'let a thousand redemptions, two hundred at once, take exactly what is on one card of $25.00 (X9)',
    { timeout: 180_000 },
    async () => {
      const { id: cardId } = await addCard(larder, { userId: ada.userId, amountCents: 2500 })
      const tickets = await makeTickets(1000)
      const replies = []
      // As many at a time as the slowest machine can finish before the last of them are told to try again.
      for (let from = 0; from < tickets.length; from += 200)
        replies.push(
          ...(await Promise.all(
            tickets.slice(from, from + 200).map((id) => redeem(ada, id, { card_id: cardId, amount: 0.05 })),
          )),
        )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(500)
      expect(replies.filter(({ body }) => body.code === 'insufficient_balance')).toHaveLength(500)
      expect(await balanceOf(larder, cardId)).toBe(0)
      const rows = await larder.database.query<{ cents: number; count: number }>(
        `SELECT sum(non_tip_cents)::int AS cents, count(*)::int AS count FROM payments WHERE card_id = $1`,
        [cardId],
      )
      expect(rows).toEqual([{ cents: 2500, count: 500 }])
      await expectBooks(larder)
    },
  )

  it('stand after any mix of paying, releasing, leaving and placing', { timeout: 180_000 }, async () => {
    const roll = seededRandom(20_261_181)
    const visa = await guest.card('4242424242424242')
    const cards = [
      await addCard(larder, { userId: ada.userId, amountCents: 3000 }),
      await addCard(larder, { userId: ada.userId, amountCents: 700 }),
    ]
    let ticket = await tippedOrder(ada, 2)
    const outcomes = new Set<string>()
    for (let step = 0; step < 80; step++) {
      const due = { amount: dollars(ticket.totals.due_non_tip), tip: dollars(ticket.totals.due_tip) }
      const card = cards[roll(cards.length)]!
      const cents = Math.min(Math.round(due.amount * 100), await balanceOf(larder, card.id))
      const kind = roll(9)
      const done = await [
        () => redeem(ada, ticket.id, { card_id: card.id, amount: cents / 100 }),
        () => redeem(ada, ticket.id, { card_id: card.id, ...due }),
        () => release(ada, ticket.id),
        async () =>
          redeemByNumber(ada, ticket.id, {
            card_number: (await addCard(larder, { amountCents: 1 + roll(900) })).cardNumber,
            ...due,
          }),
        async () =>
          useReward(ada, ticket.id, await addReward(larder, ada.userId, { amountCents: 1 + roll(900) })),
        () => ada.send('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, visa)),
        () => ada.send('POST', submitPath(ticket.id), { phone_number: '' }),
        () =>
          ada.send('POST', ticketPath(ticket.id, '/items'), {
            items: [margherita({ quantity: 1 + roll(2) })],
          }),
        async () => {
          larder.clock.advance(16 * 60_000)
          await larder.minute()
          return { status: 0 }
        },
      ][kind]!()
      outcomes.add(`${kind} ${done.status}`)
      ticket = await ada.ticket('GET', ticketPath(ticket.id))
      const { totals, payments } = ticket
      const paid = payments
        .filter(({ tender_type }) => tender_type !== 'reward')
        .reduce((sum, one) => sum + cent(one.display_amount), 0)
      expect(paid + cent(totals.due)).toBe(cent(totals.total))
      if (roll(8) === 0 || !['Open', 'PaymentComplete'].includes(ticket.status)) {
        larder.clock.set(dinnerTime)
        ticket = await tippedOrder(ada, 2)
      }
    }
    // Every kind of step occurred, and every step that can be refused was refused at least once.
    for (const way of [
      '0 200',
      '1 409',
      '2 200',
      '3 200',
      '4 200',
      '5 200',
      '6 200',
      '6 409',
      '7 200',
      '8 0',
    ])
      expect(outcomes).toContain(way)
    await expectBooks(larder)
  })
})

const cent = (text: string): number => Math.round(dollars(text) * 100)
