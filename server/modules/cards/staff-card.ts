import { formatDate } from '#contract/format-date.ts'
import { isoOf } from '#contract/local-instant.ts'
import type { Cents } from '#contract/money.ts'
import {
  foundPage,
  type StaffCard,
  type StaffCardEvent,
  type StaffCardLine,
} from '#contract/schemas/staff-card.ts'
import type { Queryable } from '#server/db/database.ts'
import type { HoldCause } from './holds.ts'

/** A gift card as managers see it (decision 065): without its number, and without its id, which is the link that gives it away. */

/** The columns of a list row, of a card `c` with its program `p`. */
const lineColumns =
  'c.reference, c.last_four, c.balance_cents, c.status, c.expires_on, c.created_at, p.description'
const withProgram = 'JOIN card_programs p ON p.location_id = c.location_id AND p.id = c.program_id'

type LineRow = {
  reference: string
  last_four: string
  balance_cents: Cents
  status: string
  expires_on: string | null
  created_at: number
  description: string
}

/** A card's status today (ISO date of the location): expiry happens by date, without any job. */
const statusOn = (
  { status, expires_on: last }: { status: string; expires_on: string | null },
  today: string,
): string => (status === 'active' && last !== null && last < today ? 'expired' : status)

const lineOf = (row: LineRow, today: string): StaffCardLine => ({
  reference: row.reference,
  last_four: row.last_four,
  balance_cents: row.balance_cents,
  status: statusOn(row, today),
  description: row.description,
  created_at: isoOf(row.created_at),
})

/** Selects one card by the hash of its number, or several by their ids. */
type CardSelector = { numberHash: string } | { ids: readonly string[]; lastFour?: string | undefined }

/** The newest results, and whether there are more: queries ask for one more than `maxRows`. */
export type Newest<T> = { shown: T[]; more: boolean }

/** Cuts results to `maxRows`. */
export const newestOf = <T>(found: readonly T[], maxRows: number): Newest<T> => ({
  shown: found.slice(0, maxRows),
  more: found.length > maxRows,
})

/** List rows of cards, the newest first, at most `maxRows`. `today` is the location's date (ISO). */
export async function listCardLines(
  database: Queryable,
  locationId: string,
  which: CardSelector,
  today: string,
  maxRows = foundPage,
): Promise<Newest<StaffCardLine>> {
  const by =
    'numberHash' in which
      ? { condition: 'c.number_hash = $2', values: [which.numberHash] }
      : {
          condition: `c.id = ANY (string_to_array($2, ',')) AND ($3::text IS NULL OR c.last_four = $3)`,
          values: [which.ids.join(), which.lastFour ?? null],
        }
  const rows = await database.query<LineRow>(
    `SELECT ${lineColumns} FROM cards c ${withProgram} WHERE c.location_id = $1 AND ${by.condition} AND c.status <> 'pending'
     ORDER BY c.created_at DESC, c.id LIMIT ${maxRows + 1}`,
    [locationId, ...by.values],
  )
  return newestOf(
    rows.map((row) => lineOf(row, today)),
    maxRows,
  )
}

/** The ids of these users' cards. */
export const listCardIdsOf = async (
  database: Queryable,
  locationId: string,
  userIds: readonly string[],
): Promise<string[]> =>
  (
    await database.query<{ id: string }>(
      `SELECT id FROM cards WHERE location_id = $1 AND user_id = ANY (string_to_array($2, ',')) AND status <> 'pending'`,
      [locationId, userIds.join()],
    )
  ).map(({ id }) => id)

/** A card with all its events; other modules add the holder, its orders, and the losses to banks. */
type CardOfStaff = Omit<StaffCard, 'holder' | 'email' | 'orders' | 'more_orders' | 'holds'> & {
  holds: { cause: HoldCause; since: string }[]
  id: string
  userId: string | undefined
}

/** A card by its reference with its newest `maxRows` events, or undefined. */
export async function findCardOfStaff(
  database: Queryable,
  locationId: string,
  reference: string,
  today: string,
  maxRows: number,
): Promise<CardOfStaff | undefined> {
  const rows = await database.query<
    LineRow & { id: string; user_id: string | null; replaced_by: string | null }
  >(
    `SELECT c.id, c.user_id, c.replaced_by, ${lineColumns} FROM cards c ${withProgram}
     WHERE c.location_id = $1 AND c.reference = $2 AND c.status <> 'pending'`,
    [locationId, reference],
  )
  const row = rows[0]
  if (!row) return undefined
  const [holds, events, replacedBy, [replaces]] = await Promise.all([
    database.query<{ cause: HoldCause; since: number }>(
      'SELECT cause, since FROM card_holds WHERE location_id = $1 AND card_id = $2 ORDER BY since, cause',
      [locationId, row.id],
    ),
    listEvents(database, locationId, row.id, maxRows),
    listCardLines(database, locationId, { ids: row.replaced_by === null ? [] : [row.replaced_by] }, today),
    listReplaced(database, locationId, row.id, today),
  ])
  return {
    id: row.id,
    userId: row.user_id ?? undefined,
    ...lineOf(row, today),
    ...(row.expires_on !== null && { expires: formatDate(row.expires_on) }),
    holds: holds.map(({ cause, since }) => ({ cause, since: isoOf(since) })),
    ...(replacedBy.shown[0] && { replaced_by: replacedBy.shown[0] }),
    ...(replaces && { replaces }),
    events: events.shown,
    ...(events.more && { more_events: true }),
  }
}

async function listReplaced(
  database: Queryable,
  locationId: string,
  cardId: string,
  today: string,
): Promise<StaffCardLine[]> {
  const rows = await database.query<LineRow>(
    `SELECT ${lineColumns} FROM cards c ${withProgram} WHERE c.location_id = $1 AND c.replaced_by = $2`,
    [locationId, cardId],
  )
  return rows.map((row) => lineOf(row, today))
}

/** The kind of cause of a hold, without the provider's id. */
export const causeOf = (cause: string): string => cause.split(':')[0]!

/** Movements of a card and acts on it, the newest first, whoever had it. */
async function listEvents(
  database: Queryable,
  locationId: string,
  cardId: string,
  maxRows: number,
): Promise<Newest<StaffCardEvent>> {
  const [moves, acts] = await Promise.all([
    database.query<{ description: string; amount_cents: Cents; created_at: number }>(
      `SELECT description, amount_cents, created_at FROM card_transactions WHERE location_id = $1 AND card_id = $2
       ORDER BY created_at DESC, id LIMIT ${maxRows + 1}`,
      [locationId, cardId],
    ),
    database.query<{
      at: number
      kind: string
      cause: string | null
      reason: string | null
      note: string | null
    }>(
      `SELECT at, kind, cause, reason, note FROM card_acts WHERE location_id = $1 AND card_id = $2
       ORDER BY number DESC LIMIT ${maxRows + 1}`,
      [locationId, cardId],
    ),
  ])
  const done = acts.map(({ at, kind, cause, reason, note }) => ({
    at,
    kind,
    words: '',
    ...(cause !== null && { cause: causeOf(cause) }),
    ...(reason !== null && { reason }),
    ...(note !== null && { note }),
  }))
  const moved = moves.map(({ created_at: at, description: words, amount_cents }) => ({
    at,
    kind: 'money',
    words,
    amount_cents,
  }))
  // For the same moment, the act is listed above the movement that it caused.
  const events = [...done, ...moved]
    .toSorted((one, other) => other.at - one.at)
    .map((event) => ({ ...event, at: isoOf(event.at) }))
  return newestOf(events, maxRows)
}
