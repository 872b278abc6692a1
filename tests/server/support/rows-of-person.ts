import { emailHashOf } from '#server/modules/accounts/users.ts'
import { tavola, type TestLarder } from './larder.ts'

/** Every row that identifies a person, by any of their ids. The tables and columns come from the database, so that new ones are included. */

/** How rows identify a person; `card`: a gift card of theirs. */
type IdsOfPerson = Record<'user' | 'email' | 'session' | 'ticket' | 'order' | 'card', string[]>

/** Which of a person's ids a column contains. */
const columns: Record<string, keyof IdsOfPerson> = {
  user_id: 'user',
  about_user_id: 'user',
  made_by: 'user',
  caller: 'user',
  email_hash: 'email',
  session_id: 'session',
  ticket_id: 'ticket',
  order_id: 'order',
  'users.id': 'user',
  'tickets.id': 'ticket',
  'card_orders.id': 'order',
}
/** Used where no other column says whose a row is. */
const byCard = 'card_id'

const placedFirst = `status = 'Open', created_at, id`

/** All ids of the person who has confirmed this address; for orders, the placed ones first. */
export async function findIdsOf({ database }: TestLarder, email: string): Promise<IdsOfPerson> {
  const locationId = tavola.location
  const read = async (sql: string, value: string): Promise<string[]> =>
    (await database.query<{ id: string }>(sql, [locationId, value])).map(({ id }) => id)
  const [user = ''] = await read('SELECT id FROM users WHERE location_id = $1 AND email_key = $2', email)
  const own = (table: string, order = 'id') =>
    read(`SELECT id FROM ${table} WHERE location_id = $1 AND user_id = $2 ORDER BY ${order}`, user)
  const asGuest = (table: string, address: string) =>
    read(
      `SELECT id FROM ${table} WHERE location_id = $1 AND user_id IS NULL AND lower(${address}) = $2`,
      email,
    )
  return {
    user: [user],
    email: [emailHashOf(locationId, email)],
    session: await own('sessions'),
    ticket: [
      ...(await own('tickets', placedFirst)),
      ...(await asGuest('tickets', `contact->>'recipient_email'`)),
    ],
    order: [
      ...(await own('card_orders', placedFirst)),
      ...(await asGuest('card_orders', `buyer->>'buyer_email'`)),
    ],
    card: await own('cards'),
  }
}

/** How many rows of each table contain one of these ids; tables that cannot contain any are left out. */
export async function countRowsOf(
  { database }: TestLarder,
  ids: Partial<IdsOfPerson>,
): Promise<Record<string, number>> {
  const rows = await database.query<{ name: string; columns: string }>(
    `SELECT c.table_name AS name, string_agg(c.column_name, ' ') AS columns FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
     WHERE c.table_schema = 'public' GROUP BY 1 ORDER BY 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name, columns: all } of rows) {
    const conditions = conditionsOf(name, all.split(' '), ids)
    if (conditions.length === 0) continue
    const [row] = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE location_id = $1 AND (${conditions.map(([column], at) => `${column} = ANY (string_to_array($${at + 2}, ','))`).join(' OR ')})`,
      [tavola.location, ...conditions.map(([, values]) => values.join())],
    )
    counts[name] = row!.count
  }
  return counts
}

function conditionsOf(
  table: string,
  all: readonly string[],
  ids: Partial<IdsOfPerson>,
): (readonly [string, readonly string[]])[] {
  const naming = all.filter((column) => `${table}.${column}` in columns || column in columns)
  const found = naming.flatMap((column) => {
    const values = ids[(columns[`${table}.${column}`] ?? columns[column])!]
    return values ? [[column, values] as const] : []
  })
  return naming.length === 0 && all.includes(byCard) && ids.card ? [[byCard, ids.card]] : found
}
