import * as z from 'zod/mini'
import { Card } from '#contract/schemas/card.ts'
import { Transaction } from '#contract/schemas/user.ts'
import type { LarderDatabase } from './database.ts'
import { isNewer } from './newest.ts'
import { requirePrincipal } from './sessions.ts'
import type { CardHistory, CardsRow } from './rows/cards.ts'

export type { CardHistory, CardsRow } from './rows/cards.ts'

const Row = z.object({
  cards: z.array(Card),
  savedAt: z.number(),
  histories: z.optional(
    z.record(z.string(), z.object({ transactions: z.array(Transaction), savedAt: z.number() })),
  ),
})

/** A person's cards, or undefined. A row that no longer fits its schema counts as none. */
export async function findCards(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<CardsRow | undefined> {
  const row = z.safeParse(Row, await db.cards.get([locationId, principal]))
  return row.success ? ({ locationId, principal, ...row.data } as CardsRow) : undefined
}

/**
 * Replaces a person's cards, unless newer ones are stored. The history of cards that are still in the list is kept. Throws SessionChangedError when the person
 * is no longer signed in.
 */
export async function saveCards(
  db: LarderDatabase,
  row: Omit<CardsRow, 'histories'>,
  now?: number,
): Promise<void> {
  const { locationId, principal, cards } = row
  await db.transaction('rw', db.sessions, db.cards, async () => {
    await requirePrincipal(db, locationId, principal)
    const before = await findCards(db, locationId, principal)
    if (isNewer(before, row, now)) return
    const stored = before?.histories ?? {}
    const remaining = cards.flatMap(({ id }) => (stored[id] ? [[id, stored[id]] as const] : []))
    await db.cards.put({ ...row, ...(remaining.length > 0 && { histories: Object.fromEntries(remaining) }) })
  })
}

/** The history of one of a person's cards, or undefined. */
export async function findCardHistory(
  db: LarderDatabase,
  { locationId, principal, cardId }: { locationId: string; principal: string; cardId: string },
): Promise<CardHistory | undefined> {
  return (await findCards(db, locationId, principal))?.histories?.[cardId]
}

/** Saves a card's history with the card. Nothing is saved for a card that is not in the list. Throws SessionChangedError as `saveCards` does. */
export async function saveCardHistory(
  db: LarderDatabase,
  {
    locationId,
    principal,
    cardId,
    history,
  }: { locationId: string; principal: string; cardId: string; history: CardHistory },
  now?: number,
): Promise<void> {
  await db.transaction('rw', db.sessions, db.cards, async () => {
    await requirePrincipal(db, locationId, principal)
    const row = await findCards(db, locationId, principal)
    if (!row?.cards.some(({ id }) => id === cardId)) return
    if (isNewer(row.histories?.[cardId], history, now)) return
    await db.cards.put({ ...row, histories: { ...row.histories, [cardId]: history } })
  })
}
