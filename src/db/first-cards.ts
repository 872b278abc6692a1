import type { Card } from '#contract/schemas/card.ts'
import { answerOf, fieldOf, readExisting, textIn } from './without-dexie.ts'

/** The member's cards as a launch needs them before anything else is loaded. `savedAt`: when the server last confirmed them (ms since the epoch). */
export type FirstCards = { principal: string; cards: Card[]; savedAt: number }

/**
 * Reads the signed-in member's cards straight from the browser's store while the rest of the portal is loading, without database.ts, which would load all of
 * Dexie. Null where nobody is signed in. Undefined where there are no cards, or anything is unexpected: reading through database.ts then finds out why. Never rejects.
 */
export async function findFirstCards(
  factory: IDBFactory,
  locationId: string,
): Promise<FirstCards | null | undefined> {
  const read = async (reading: IDBTransaction): Promise<FirstCards | null | undefined> => {
    const session: unknown = await answerOf(reading.objectStore('sessions').get(locationId))
    if (session === undefined) return null
    const principal = textIn(session, 'principal')
    // Without a token there is no session (sessions.ts).
    if (principal === undefined || textIn(session, 'token') === undefined) return undefined
    const row: unknown = await answerOf(reading.objectStore('cards').get([locationId, principal]))
    return isCardsRow(row) ? { principal, cards: row.cards, savedAt: row.savedAt } : undefined
  }
  return await readExisting(factory, ['sessions', 'cards'], read, null)
}

/** The part of the schema that the first screens show. The schema library is not loaded yet, and every row was checked before it was written. */
function isCardsRow(row: unknown): row is { cards: Card[]; savedAt: number } {
  const cards = fieldOf(row, 'cards')
  return typeof fieldOf(row, 'savedAt') === 'number' && Array.isArray(cards) && cards.every(isCard)
}

const isCard = (card: unknown): boolean =>
  textIn(card, 'id') !== undefined &&
  textIn(card, 'card_number') !== undefined &&
  Number.isInteger(fieldOf(card, 'balance')) &&
  typeof fieldOf(card, 'card_is_expired') === 'boolean' &&
  typeof fieldOf(fieldOf(card, 'program'), 'description') === 'string'
