import { isCardExpired } from '#contract/rules/card-expiry.ts'
import type { Card } from '#contract/schemas/card.ts'
import { useCards } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { useNow } from '#lib/time/use-now.ts'

/**
 * The member's cards: those that the launch read from the device's store, until the query has them. A card whose last day has passed by the device's clock is
 * marked as expired, even without a network.
 */
export function useMyCards(): ReturnType<typeof useCards> {
  const own = useCards()
  const { firstCards } = usePortal()
  const session = useSession()
  const isExpired = useIsExpired()
  const isTheirs =
    session.state === 'loading' || (session.state === 'user' && session.principal === firstCards?.principal)
  const mine =
    own.cards || !firstCards || !isTheirs
      ? own
      : { ...own, cards: firstCards.cards, savedAt: firstCards.savedAt, failed: undefined }
  return mine.cards?.some(isExpired)
    ? {
        ...mine,
        cards: mine.cards.map((card) => (isExpired(card) ? { ...card, card_is_expired: true } : card)),
      }
    : mine
}

/** Tells whether a card has expired since it was read from the server. */
function useIsExpired(): (card: Card) => boolean {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  return (card) =>
    zone !== undefined && now !== undefined && !card.card_is_expired && isCardExpired(card, now, zone)
}
