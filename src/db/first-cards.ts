import type { Card } from '#contract/schemas/card.ts'
import { databaseName } from './names.ts'

/** The member's cards as a launch needs them before anything else is there. `savedAt` is when they were known to be true (ms since the epoch). */
export type FirstCards = { principal: string; cards: Card[]; savedAt: number }

/**
 * Reads the cards of who is signed in at a location straight from the browser's store, in the time in which the rest of the portal is still being
 * loaded: without database.ts, which brings all of Dexie with it. Undefined where there is no store, nobody signed in, or anything odd: the way through database.ts then finds out what. Never rejects,
 * never makes a store, and lets go of it at once, so that no upgrade waits for it.
 */
export async function findFirstCards(
  factory: IDBFactory,
  locationId: string,
): Promise<FirstCards | undefined> {
  let database: IDBDatabase | undefined
  try {
    database = await openExisting(factory)
    const reading = database.transaction(['sessions', 'cards'], 'readonly')
    const session: unknown = await answerOf(reading.objectStore('sessions').get(locationId))
    const principal = textIn(session, 'principal')
    // Without a token there is no session (sessions.ts).
    if (principal === undefined || textIn(session, 'token') === undefined) return undefined
    const row: unknown = await answerOf(reading.objectStore('cards').get([locationId, principal]))
    return isCardsRow(row) ? { principal, cards: row.cards, savedAt: row.savedAt } : undefined
  } catch {
    return undefined // No store, an older one, a broken one.
  } finally {
    database?.close()
  }
}

function openExisting(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName)
    // There is none yet: it is made by database.ts, which knows what belongs into it.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = (event) => {
      event.preventDefault()
      reject(request.error ?? new Error('the store did not open'))
    }
  })
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the store did not answer'))
  })

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

function textIn(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** As much of the schema as the first screens show: the schema library is not there yet, and every row was checked before it was written. */
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
