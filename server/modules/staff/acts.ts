import type { Clock, Ids } from '#contract/ports.ts'
import type { Role } from '#contract/rules/roles.ts'
import type { StaffAct, StaffAction, StaffActsAnswer } from '#contract/schemas/staff.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Session, TabletSession } from '#server/plugins/auth.ts'

/** The record of what the staff did, written with the act itself (decision 061). */

/** Who acts, and by which call. */
type Actor = {
  merchant: { locationId: string }
  session: Pick<Session, 'userId' | 'role'> | TabletSession
  request: { id: string }
}

export type Act = {
  action: StaffAction
  /** What it was about: an order's number, a tablet's name. A person is named by `aboutUserId`. */
  about?: string
  aboutUserId?: string
  amountCents?: number
  /** The reference of the gift card. */
  cardReference?: string
  /** In the actor's own words. */
  reason?: string | undefined
}

/** Records an act, in its own transaction, so that neither exists without the other. */
export function recordAct(
  tx: Transaction,
  { clock, ids }: { clock: Clock; ids: Ids },
  { merchant, session, request }: Actor,
  act: Act,
): void {
  const who: Who =
    'tabletId' in session
      ? { role: session.role, userId: null, tabletId: session.tabletId }
      : { role: session.role, userId: session.userId, tabletId: null }
  insertAct(tx, { clock, ids }, merchant.locationId, { ...who, requestId: request.id }, act)
}

/** The same for whoever runs the server, who has no account for it (`npm run merchant`). */
export const recordOperatorAct = (
  tx: Transaction,
  ports: { clock: Clock; ids: Ids },
  locationId: string,
  act: Act,
): void =>
  insertAct(
    tx,
    ports,
    locationId,
    { role: 'operator', userId: null, tabletId: null, requestId: 'command' },
    act,
  )

type Who = { role: Role | 'operator'; userId: string | null; tabletId: string | null }

function insertAct(
  tx: Transaction,
  { clock, ids }: { clock: Clock; ids: Ids },
  locationId: string,
  { role, userId, tabletId, requestId }: Who & { requestId: string },
  { action, about = '', aboutUserId, amountCents, reason, cardReference }: Act,
): void {
  tx.later(
    `INSERT INTO staff_acts (location_id, id, at, action, role, user_id, tablet_id, about, about_user_id, amount_cents, reason, request_id, card_reference)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      locationId,
      ids.uuid(),
      clock.now(),
      action,
      role,
      userId,
      tabletId,
      about,
      aboutUserId ?? null,
      amountCents ?? null,
      reason ?? null,
      requestId,
      cardReference ?? null,
    ],
  )
}

type ActRow = {
  id: string
  at: number
  action: string
  role: string
  tablet_id: string | null
  tablet: string | null
  user_id: string | null
  who: string | null
  about: string
  about_user_id: string | null
  about_who: string | null
  amount_cents: number | null
  reason: string | null
  card_reference: string | null
}

const pageSize = 50
/** SQL for the name of the user whose id is in the column; null where they were deleted. */
export const nameOf = (table: string, column: string): string =>
  `(SELECT coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) FROM users u WHERE u.location_id = ${table}.location_id AND u.id = ${table}.${column})`

/** A page of acts, the newest first. Pages count from 1. */
export async function listActs(
  database: Queryable,
  locationId: string,
  page: number,
): Promise<StaffActsAnswer> {
  const [counted, rows] = await Promise.all([
    database.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM staff_acts WHERE location_id = $1',
      [locationId],
    ),
    database.query<ActRow>(
      `SELECT a.id, a.at, a.action, a.role, a.user_id, a.tablet_id, t.name AS tablet, a.about, a.about_user_id, a.amount_cents, a.reason, a.card_reference,
         ${nameOf('a', 'user_id')} AS who, ${nameOf('a', 'about_user_id')} AS about_who
       FROM staff_acts a LEFT JOIN kitchen_tablets t ON t.location_id = a.location_id AND t.id = a.tablet_id
       WHERE a.location_id = $1 ORDER BY a.at DESC, a.number DESC LIMIT ${pageSize} OFFSET $2`,
      [locationId, (page - 1) * pageSize],
    ),
  ])
  return { acts: rows.map(actOf), page, pages: Math.max(1, Math.ceil(counted[0]!.total / pageSize)) }
}

/** Acts that mean nothing without the person they were about. A gift card has its number. */
const ofPeople: readonly string[] = [
  'person_invited',
  'role_changed',
  'second_factors_taken',
] satisfies StaffAction[]

/** A deleted user, with a part of their id, which identifies nobody anymore, to tell two of them apart on every page. */
const nameLeft = (userId: string): string => `Deleted user #${userId.slice(0, 4).toUpperCase()}`

const actOf = (row: ActRow): StaffAct => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  action: row.action,
  who: row.tablet ?? row.who ?? (row.user_id === null ? '' : nameLeft(row.user_id)),
  role: row.role,
  is_tablet: row.tablet_id !== null,
  about: [subjectNameOf(row), row.about].filter(Boolean).join(': '),
  ...(row.amount_cents !== null && { amount_cents: row.amount_cents }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.card_reference !== null && { card_reference: row.card_reference }),
})

const subjectNameOf = ({ action, about_user_id: id, about_who: name }: ActRow): string | null =>
  name ?? (id !== null && ofPeople.includes(action) ? nameLeft(id) : null)
