import type { Card } from '#contract/schemas/card.ts'
import type { Transaction } from '#contract/schemas/user.ts'

/** A card's transactions, newest first, as in the server's last answer. */
export type CardHistory = { transactions: Transaction[]; savedAt: number }

/** A person's gift cards, as in the server's last answer. `histories` are those of the cards that were viewed, by the card's id. */
export type CardsRow = {
  locationId: string
  principal: string
  cards: Card[]
  savedAt: number
  histories?: Record<string, CardHistory>
}
