import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Account } from '#server/modules/ledger/ledger.ts'

/** Records of money on a card, whoever moves it. Every function runs in the caller's transaction. */

/** The ledger account of a card. */
export const accountOf = (cardId: string): Account => `card:${cardId}`

type Entry = { id: string; cardId: string; description: string; amountCents: Cents; ticketId?: string }

/** Writes the line about a movement that the card's owner sees. */
export function recordEntry(tx: Transaction, locationId: string, entry: Entry, nowMs: number): void {
  const { id, cardId, description, amountCents, ticketId } = entry
  tx.later(
    `INSERT INTO card_transactions (location_id, id, user_id, description, amount_cents, card_id, online_order, ticket_id, created_at)
     SELECT $1, $2, user_id, $3, $4, $5, $6, $7, $8 FROM cards WHERE location_id = $1 AND id = $5`,
    [locationId, id, description, amountCents, cardId, ticketId !== undefined, ticketId ?? null, nowMs],
  )
}

/** Throws for an amount that cannot be moved. */
export function checkAmount(amountCents: Cents): void {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    throw new Error('an amount on a gift card is whole cents above zero')
}

/** The card that got money. */
type Receiver = { id: string; lastFour: string; status: string }

/**
 * Adds to the balance of a card, or of its replacement: a lost or stolen card gets nothing more. If the card has a last day, that becomes at least `goodUntil`
 * (ISO date; undefined: unchanged), since money on an expired card could not be used. Returns the card that got the money. The other side of the transfer and
 * the entries are up to the caller. Throws when the card does not exist.
 */
export async function addToCard(
  tx: Transaction,
  locationId: string,
  { cardId, amountCents, goodUntil }: { cardId: string; amountCents: Cents; goodUntil?: string | undefined },
): Promise<Receiver> {
  checkAmount(amountCents)
  for (let id = cardId; ;) {
    const [added] = await tx.query<{ last_four: string; status: string }>(
      `UPDATE cards SET balance_cents = balance_cents + $3, expires_on = CASE WHEN expires_on < $4 THEN $4 ELSE expires_on END
       WHERE location_id = $1 AND id = $2 AND replaced_by IS NULL RETURNING last_four, status`,
      [locationId, id, amountCents, goodUntil ?? ''],
    )
    if (added) return { id, lastFour: added.last_four, status: added.status }
    const rows = await tx.query<{ replaced_by: string | null }>(
      'SELECT replaced_by FROM cards WHERE location_id = $1 AND id = $2',
      [locationId, id],
    )
    const next = rows[0]?.replaced_by
    if (!next) throw new Error('a gift card to get money is not there')
    id = next
  }
}
