import type { Clock } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem, type ProblemError } from '#server/plugins/problems.ts'
import { cardExpired } from './cards.ts'

/**
 * Frozen cards: their money stays, but cannot be spent, moved or claimed until the hold is over. A card may be held for several causes at once (a dispute of
 * its payment, the staff); it is active again when the last one is removed. Every function runs in the caller's transaction.
 */

type Place = Pick<Merchant, 'locationId'>
/** Why a card is held. Each cause holds a card once, and is removed by the same name. */
export type HoldCause = 'staff' | `dispute:${string}` | `refund:${string}`

/** What is said about a frozen card. */
export const cardOnHold = ({ location: { phone } }: Pick<Merchant, 'location'>): string =>
  `This gift card is on hold. Please call ${phone}.`

/** What is said about a card that was voided or replaced. */
export const cardNoLongerValid = ({ location: { phone } }: Pick<Merchant, 'location'>): string =>
  `This gift card is no longer valid. Please call ${phone}.`

/** Why a card cannot be used on a local day (ISO): 422 on `card_id`; undefined for one that can. */
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

/** The staff's reason for an act. */
export type StaffReason = { reason?: string | undefined; note?: string | undefined }

/** The reason of the staff's last act of a kind on a card; undefined where there was none. */
export async function findStaffReason(
  tx: Transaction,
  { locationId }: Place,
  cardId: string,
  kind: 'held' | 'released',
): Promise<StaffReason | undefined> {
  const [row] = await tx.query<{ reason: string | null; note: string | null }>(
    `SELECT reason, note FROM card_acts WHERE location_id = $1 AND card_id = $2 AND kind = $3 AND cause = 'staff' ORDER BY number DESC LIMIT 1`,
    [locationId, cardId, kind],
  )
  return row && { reason: row.reason ?? undefined, note: row.note ?? undefined }
}

/**
 * Holds cards for a cause: active ones are frozen. An ended card cannot pay anyway, but the bank's or provider's cause is recorded for it too, since a refund
 * to it may still come. Repeating it changes nothing. Returns the cards that the cause holds now.
 */
export async function freezeCards(
  tx: Transaction,
  { clock }: { clock: Clock },
  { locationId }: Place,
  cardIds: readonly string[],
  { cause, reason, note }: StaffReason & { cause: HoldCause },
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

/** Records on the cards that a dispute holds that the bank has decided it against the restaurant: once for each hold. */
export function recordLoss(
  tx: Transaction,
  { clock }: { clock: Clock },
  { locationId }: Place,
  cause: HoldCause,
): void {
  tx.later(
    `INSERT INTO card_acts (location_id, card_id, at, kind, cause)
     SELECT h.location_id, h.card_id, $3, 'lost', h.cause FROM card_holds h WHERE h.location_id = $1 AND h.cause = $2
       AND NOT EXISTS (SELECT 1 FROM card_acts a WHERE a.location_id = h.location_id AND a.card_id = h.card_id AND a.cause = h.cause
         AND a.kind = 'lost' AND a.at >= h.since)`,
    [locationId, cause, clock.now()],
  )
}

/** Removes a cause from every card that it holds, or from one card. Returns the cards that are active again. */
export async function unfreezeCards(
  tx: Transaction,
  { clock }: { clock: Clock },
  { locationId }: Place,
  cause: HoldCause,
  { cardId, reason, note }: StaffReason & { cardId?: string } = {},
): Promise<string[]> {
  // Two causes may be removed, or one added, at the same moment: the later transaction must see the earlier one. Locked in the order used everywhere
  // (replace.ts).
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
