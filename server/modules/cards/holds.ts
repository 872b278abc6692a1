import type { Clock } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem, type ProblemError } from '#server/plugins/problems.ts'
import { cardExpired } from './cards.ts'

/**
 * Cards that are frozen: what is on them stays, and buys nothing, goes nowhere and is nobody else's until they are good again. A card may be held for
 * several causes at once (a dispute of what paid for it, the staff); it is good again when the last has gone. Every function runs in the transaction that it is given.
 */

type Place = Pick<Merchant, 'locationId'>
/** Why a card is held: it can be said once of a card, and is taken back by the same word. */
export type HoldCause = 'staff' | `dispute:${string}` | `refund:${string}`

/** What is said of a card that is frozen. */
export const cardOnHold = ({ location: { phone } }: Pick<Merchant, 'location'>): string =>
  `This gift card is on hold. Please call ${phone}.`

/** What is said of a card that was voided, or that another stands for. */
export const cardNoLongerValid = ({ location: { phone } }: Pick<Merchant, 'location'>): string =>
  `This gift card is no longer valid. Please call ${phone}.`

/** Why a card cannot be used on a local day (ISO): 422 on `card_id`; undefined for one that is good. */
export function unusableCard(
  merchant: Pick<Merchant, 'location'>,
  card: { status: string; expires_on: string | null },
  today: string,
): ProblemError | undefined {
  if (card.status === 'frozen') return fieldProblem(422, 'card_id', cardOnHold(merchant))
  if (card.status === 'disabled') return fieldProblem(422, 'card_id', cardNoLongerValid(merchant))
  if (card.status !== 'active' || (card.expires_on !== null && card.expires_on < today))
    return fieldProblem(422, 'card_id', cardExpired)
  return undefined
}

/** The staff's words for what they do. */
export type StaffReason = { reason?: string | undefined; note?: string | undefined }

/**
 * Holds cards for a cause: those that are good are frozen. One that has ended is good for nothing anyhow; what a bank or the provider says is written down of it
 * all the same, for what may come back onto it from an order. Said again it changes nothing. Gives those that are held for it now.
 */
export async function freezeCards(
  tx: Transaction,
  { clock }: { clock: Clock },
  { locationId }: Place,
  cardIds: readonly string[],
  cause: HoldCause,
  { reason, note }: StaffReason = {},
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE cards SET status = CASE status WHEN 'active' THEN 'frozen' ELSE status END
     WHERE location_id = $1 AND id = ANY (string_to_array($2, ',')) AND (status IN ('active', 'frozen') OR status <> 'pending' AND $3 <> 'staff') RETURNING id`,
    [locationId, cardIds.join(), cause],
  )
  const held = rows.map(({ id }) => id)
  for (const id of held)
    tx.later(
      `WITH held AS (INSERT INTO card_holds (location_id, card_id, cause, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1)
       INSERT INTO card_acts (location_id, card_id, at, kind, cause, reason, note) SELECT $1, $2, $4, 'held', $3, $5, $6 FROM held`,
      [locationId, id, cause, clock.now(), reason ?? null, note ?? null],
    )
  return held
}

/** Takes a cause away from every card that is held for it, or from one alone. Gives those that are good again. */
export async function unfreezeCards(
  tx: Transaction,
  { clock }: { clock: Clock },
  { locationId }: Place,
  cause: HoldCause,
  { cardId, reason, note }: StaffReason & { cardId?: string } = {},
): Promise<string[]> {
  // Two causes may go, or one come, at the same moment: whichever is later must see the other. In the order in which all lock cards (replace.ts).
  await tx.query(
    `SELECT c.id FROM cards c WHERE c.location_id = $1 AND c.id IN (SELECT h.card_id FROM card_holds h
       WHERE h.location_id = $1 AND h.cause = $2 AND ($3::text IS NULL OR h.card_id = $3)) ORDER BY c.created_at DESC, c.id FOR UPDATE`,
    [locationId, cause, cardId ?? null],
  )
  const freed = await tx.query<{ card_id: string }>(
    'DELETE FROM card_holds WHERE location_id = $1 AND cause = $2 AND ($3::text IS NULL OR card_id = $3) RETURNING card_id',
    [locationId, cause, cardId ?? null],
  )
  if (freed.length === 0) return []
  const ids = freed.map((one) => one.card_id).join()
  tx.later(
    `INSERT INTO card_acts (location_id, card_id, at, kind, cause, reason, note)
     SELECT $1, id, $3, 'released', $4, $5, $6 FROM unnest(string_to_array($2, ',')) AS id`,
    [locationId, ids, clock.now(), cause, reason ?? null, note ?? null],
  )
  const rows = await tx.query<{ id: string }>(
    `UPDATE cards c SET status = 'active' WHERE location_id = $1 AND id = ANY (string_to_array($2, ',')) AND status = 'frozen'
       AND NOT EXISTS (SELECT 1 FROM card_holds h WHERE h.location_id = c.location_id AND h.card_id = c.id) RETURNING id`,
    [locationId, ids],
  )
  return rows.map(({ id }) => id)
}
