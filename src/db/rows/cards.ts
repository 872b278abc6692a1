import type { Card } from '#contract/schemas/card.ts'
import type { Transaction } from '#contract/schemas/user.ts'

/** What happened on a card, newest first, as the server last told it. */
export type CardHistory = { transactions: Transaction[]; savedAt: number }

/** A person's gift cards, as the server last told them. `histories` are those of the cards that were looked at, by the card's id. */
export type CardsRow = {
  locationId: string
  principal: string
  cards: Card[]
  savedAt: number
  histories?: Record<string, CardHistory>
}
