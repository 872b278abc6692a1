import { useState } from 'react'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Reachability } from '#lib/ports/reachability.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { type SavedCards, useCardKeeping, useSavedCards } from '#lib/query/saved-cards.ts'
import { newCard } from '#shared/forms/saved-card-choice.tsx'
import type { PayWith } from './pay.ts'
import { type CardForm, useCardFields } from './use-card-fields.ts'
import type { PaymentProof } from './use-payment-proof.ts'

/** The payment card to use: a saved one, or one that is typed into the provider's fields. */
export type CardSource = {
  /** The saved cards are still loading. */
  asking: boolean
  saved: SavedCards | undefined
  source: string
  choose: (source: string) => void
  isTyped: boolean
  /** Whether a typed card is saved for next time: a choice for members whose cards can be saved; undefined where there is no choice. */
  keeping: { keeps: boolean; setKeeps: (keeps: boolean) => void } | undefined
  card: CardForm
  reach: Reachability
  /** The human verification, where one is required. */
  proof: PaymentProof
  /** Nothing is missing in the card or the verification. */
  ready: boolean
  /** The payment method to use; `name` is the one on the bill. Throws while it is not ready. */
  payWith(name: string): PayWith
}

/** The card of any payment step; `active` while a card will be used. */
export function useCardSource(active: boolean, proof: PaymentProof): CardSource {
  const { facts } = usePortal()
  const reach = useReachability()
  const { asking, saved } = useSavedCards(active)
  const [chosen, choose] = useState<string>()
  const [keeps, setKeeps] = useState(false)
  const keeping = useCardKeeping() && saved ? { keeps, setKeeps } : undefined
  // A card that was removed meanwhile is no longer chosen.
  const isThere = chosen === newCard || saved?.sources.some(({ id }) => id === chosen) === true
  const source = (isThere ? chosen : undefined) ?? saved?.sources[0]?.id ?? newCard
  const isTyped = !asking && source === newCard
  const card = useCardFields(facts.payments, active && isTyped)
  // If the saved cards load late, they are offered, but do not replace the fields that somebody has begun to fill in.
  const isBegun = Object.values(card.states).some(({ empty }) => !empty)
  if (isBegun && isTyped && chosen === undefined) choose(newCard)
  return {
    asking,
    saved,
    source,
    choose,
    isTyped,
    keeping,
    card,
    reach,
    proof,
    ready: active && !asking && !proof.lacking && (isTyped ? card.ready : card.provider !== undefined),
    payWith(name) {
      if (!card.provider || (isTyped && !card.mounted)) throw new Error('the card fields are not ready')
      const how = isTyped && card.mounted ? { card: card.mounted, name } : { source }
      return {
        ...how,
        ...(saved && { customerId: saved.customerId }),
        ...(keeping && isTyped && { keep: keeping.keeps }),
        proof: proof.body,
      }
    },
  }
}
