import { groupCardNumber } from '#contract/rules/card.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { openNumber } from './stored-number.ts'

/** Personal data on gift cards. The money on a card belongs to whoever has its number, with or without an account. */

/** Removes from cards their giver, the giver's message, and the staff's notes. */
export function forgetGiftWords(tx: Transaction, locationId: string, cardIds: readonly string[]): void {
  tx.later(
    `UPDATE cards SET from_name = NULL, personal_message = NULL WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, cardIds.join()],
  )
  forgetCardNotes(tx, locationId, cardIds)
}

/** Removes the staff's notes about cards from the record of their acts. */
export const forgetCardNotes = (tx: Transaction, locationId: string, cardIds: readonly string[]): void =>
  tx.later(
    `UPDATE card_acts SET note = NULL WHERE location_id = $1 AND card_id = ANY (string_to_array($2, ',')) AND note IS NOT NULL`,
    [locationId, cardIds.join()],
  )

/**
 * Takes a user's cards out of their account: each stays valid for whoever has its number, and no giver can change or take it back. Their movements stay,
 * without an owner.
 */
export function forgetHolder(tx: Transaction, locationId: string, userId: string, nowMs: number): void {
  tx.later(
    `UPDATE card_acts a SET note = NULL FROM cards c WHERE c.location_id = a.location_id AND c.id = a.card_id AND a.note IS NOT NULL
       AND a.location_id = $1 AND c.user_id = $2`,
    [locationId, userId],
  )
  tx.later(
    `UPDATE cards SET user_id = NULL, opened_at = coalesce(opened_at, $3), from_name = NULL, personal_message = NULL WHERE location_id = $1 AND user_id = $2`,
    [locationId, userId, nowMs],
  )
  tx.later('UPDATE card_transactions SET user_id = NULL WHERE location_id = $1 AND user_id = $2', [
    locationId,
    userId,
  ])
}

/** What is kept of a user's cards: each with its full number, its movements, and what the restaurant did with it. */
export async function exportCards(
  { database, cipher }: { database: Queryable; cipher: DataCipher },
  locationId: string,
  userId: string,
): Promise<Record<'cards' | 'card_transactions' | 'card_acts' | 'card_holds', unknown[]>> {
  const [cards, moves, acts, holds] = await Promise.all([
    database.query<{ id: string; sealed_number: string; row: object }>(
      `SELECT c.id, c.sealed_number,
         to_jsonb(c) - 'sealed_number' - 'number_hash' - 'card_number' - 'claim_code_hash' - 'link_id' - 'reference' AS row
       FROM cards c WHERE c.location_id = $1 AND c.user_id = $2 ORDER BY c.created_at, c.id`,
      [locationId, userId],
    ),
    database.query<{ row: unknown }>(
      `SELECT to_jsonb(m) AS row FROM card_transactions m WHERE m.location_id = $1 AND m.user_id = $2 ORDER BY m.created_at, m.id`,
      [locationId, userId],
    ),
    database.query<{ row: unknown }>(
      `SELECT to_jsonb(a) AS row FROM card_acts a JOIN cards c ON c.location_id = a.location_id AND c.id = a.card_id
       WHERE a.location_id = $1 AND c.user_id = $2 ORDER BY a.number`,
      [locationId, userId],
    ),
    database.query<{ row: unknown }>(
      `SELECT to_jsonb(h) AS row FROM card_holds h JOIN cards c ON c.location_id = h.location_id AND c.id = h.card_id
       WHERE h.location_id = $1 AND c.user_id = $2 ORDER BY h.since`,
      [locationId, userId],
    ),
  ])
  return {
    cards: cards.map(({ id, sealed_number: sealed, row }) => ({
      ...row,
      number: groupCardNumber(openNumber(cipher, locationId, id, sealed)),
    })),
    card_transactions: moves.map(({ row }) => row),
    card_acts: acts.map(({ row }) => row),
    card_holds: holds.map(({ row }) => row),
  }
}
