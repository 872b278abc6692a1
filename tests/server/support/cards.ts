import type { Database } from '#server/db/database.ts'
import { type IssuedCard, issueCard, type NewCard } from '#server/modules/cards/issue.ts'
import { systemIds } from '#server/ports/system.ts'
import { type Guest, tavola, type TestLarder } from './larder.ts'
import { testCipher } from './cipher.ts'
import type { Engine } from './databases.ts'

/** Existing gift cards, for tests that are not about buying them. */

/** Inserts the program that `addCard` issues cards of. */
export async function addProgram(larder: TestLarder, location = tavola.location): Promise<void> {
  await larder.database.query(
    `INSERT INTO card_programs (location_id, id, external_id, image, description) VALUES ($1, 'p1', 'dinner-card', '/pictures/card.webp', 'Dinner card')`,
    [location],
  )
}

type Changes = Partial<NewCard> & { location?: string; status?: string }

/** Issues a card as an order does, with $25.00 by default. */
export async function addCard(
  larder: TestLarder,
  { location = tavola.location, status, ...changes }: Changes = {},
): Promise<IssuedCard> {
  const card = { programId: 'p1', amountCents: 2500, orderId: systemIds.uuid(), ...changes }
  const ports = { clock: larder.clock, ids: systemIds, cipher: testCipher }
  const issued = await larder.database.transaction((tx) =>
    issueCard(tx, ports, { locationId: location }, card),
  )
  if (status !== undefined)
    await larder.database.query('UPDATE cards SET status = $2 WHERE id = $1', [issued.id, status])
  return issued
}

/** A card with a balance of zero. */
export async function addEmptyCard(larder: TestLarder): Promise<IssuedCard> {
  const card = await addCard(larder)
  await larder.database.query('UPDATE cards SET balance_cents = 0 WHERE id = $1', [card.id])
  return card
}

/** Every card's balance and the sum of its rows in the ledger. */
export const booksOf = (database: Database): Promise<{ id: string; balance: number; rows: number }[]> =>
  database.query(
    `SELECT c.id, c.balance_cents AS balance, coalesce(sum(l.amount_cents), 0)::int AS rows FROM cards c
     LEFT JOIN ledger l ON l.location_id = c.location_id AND l.account = 'card:' || c.id GROUP BY c.location_id, c.id, c.balance_cents ORDER BY c.id`,
  )

/** An engine whose databases record every statement. */
export function observed(engine: Engine, statements: string[]): Engine {
  const open = async (): Promise<Database> => {
    const database = await engine.open()
    const query: Database['query'] = (sql, params) => {
      statements.push(sql)
      return database.query(sql, params)
    }
    return { ...database, query }
  }
  return { ...engine, open }
}

export const checkPath = (number: string): string => `/location/:loc/physicalcard/checkbalance/${number}`

/** A balance check from an IP address, as forwarded by the proxy in front. */
export const checkFrom = <T>(
  guest: Guest,
  address: string,
  number: string,
  confirmation?: string,
): Promise<{ status: number; headers: Record<string, unknown>; body: T }> =>
  guest.send<T>(
    'POST',
    '/location/:loc/physicalcard/checkbalance',
    { card_number: number, ...(confirmation !== undefined && { recaptcha_confirmation: confirmation }) },
    { headers: { 'x-forwarded-for': address } },
  )
