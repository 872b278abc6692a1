import { expect } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { systemIds } from '#server/ports/system.ts'
import { booksOf } from './cards.ts'
import {
  type Guest,
  type ProblemBody,
  type Reply,
  tavola,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './larder.ts'
import { completeOrder, dollars } from './orders.ts'

/** Tenders for tickets beside payment cards: gift cards and rewards. */

type TenderReply = Reply<TicketBody & ProblemBody>

/** Gives a user a reward, by default of $5.00 until the end of the year. Returns its id. */
export async function addReward(
  larder: TestLarder,
  userId: string,
  changes: { name?: string; amountCents?: number; endsOn?: string } = {},
): Promise<string> {
  const { name, amountCents, endsOn } = {
    name: 'A dessert',
    amountCents: 500,
    endsOn: '2026-12-31',
    ...changes,
  }
  const id = systemIds.uuid()
  await larder.database.query(
    'INSERT INTO rewards (location_id, id, user_id, name, amount_cents, ends_on, created_at) VALUES ($1, $2, $3, $4, $5, $6, 0)',
    [tavola.location, id, userId, name, amountCents, endsOn],
  )
  return id
}

export const redeem = (who: Guest, ticketId: string, body: unknown, key?: string): Promise<TenderReply> =>
  who.send('POST', ticketPath(ticketId, '/redeemcard'), body, { key })
export const redeemByNumber = (
  who: Guest,
  ticketId: string,
  body: unknown,
  key?: string,
): Promise<TenderReply> => who.send('POST', ticketPath(ticketId, '/importandredeemcard'), body, { key })
export const useReward = (who: Guest, ticketId: string, rewardId: string): Promise<TenderReply> =>
  who.send('POST', ticketPath(ticketId, '/reward'), { reward_id: rewardId })
export const release = (who: Guest, ticketId: string): Promise<TenderReply> =>
  who.send('POST', ticketPath(ticketId, '/release'))

/** The amount that a gift card pays when its balance is enough: everything due without the tip. */
export const dueOf = ({ totals }: TicketOrder): { amount: number } => ({
  amount: dollars(totals.due_non_tip),
})

/** A complete order with a tip. */
export async function tippedOrder(who: Guest, tip: number): Promise<TicketOrder> {
  const { id } = await completeOrder(who)
  return who.ticket('POST', ticketPath(id, '/tip'), { tip })
}

/** A card's balance in the database, read without the API. */
export const balanceOf = async (larder: TestLarder, cardId: string): Promise<number> =>
  (
    await larder.database.query<{ balance_cents: number }>('SELECT balance_cents FROM cards WHERE id = $1', [
      cardId,
    ])
  )[0]!.balance_cents

/** Every card's balance is the sum of its rows, and the sum of all rows is zero (docs/design/contract.md, Money rules). */
export async function expectBooks(larder: TestLarder): Promise<void> {
  for (const { balance, rows } of await booksOf(larder.database)) expect(balance).toBe(rows)
  expect(
    await larder.database.query('SELECT coalesce(sum(amount_cents), 0)::int AS sum FROM ledger'),
  ).toEqual([{ sum: 0 }])
  const halves = await larder.database.query(
    'SELECT transfer_id FROM ledger GROUP BY location_id, transfer_id HAVING sum(amount_cents) <> 0',
  )
  expect(halves).toEqual([])
}

/** The sum of a ticket's rows in each account, in cents. */
export async function earnedOf(larder: TestLarder, ticketId: string): Promise<Record<string, number>> {
  const rows = await larder.database.query<{ account: string; cents: number }>(
    `SELECT CASE WHEN account LIKE 'card:%' THEN 'card' ELSE account END AS account, sum(amount_cents)::int AS cents FROM ledger
     WHERE ticket_id = $1 GROUP BY 1 HAVING sum(amount_cents) <> 0`,
    [ticketId],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}
