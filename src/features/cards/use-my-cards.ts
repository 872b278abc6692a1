import { isCardOver } from '#contract/rules/card-over.ts'
import type { Card } from '#contract/schemas/card.ts'
import { useCards } from '#lib/query/account.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { useNow } from '#lib/time/use-now.ts'

/** The member's cards: those that the launch has read by itself, until the query has them. What is over by the device's clock is over, also without a signal. */
export function useMyCards(): ReturnType<typeof useCards> {
  const own = useCards()
  const { firstCards } = usePortal()
  const session = useSession()
  const over = useIsOver()
  const isTheirs =
    session.state === 'loading' || (session.state === 'user' && session.principal === firstCards?.principal)
  const mine =
    own.cards || !firstCards || !isTheirs
      ? own
      : { ...own, cards: firstCards.cards, savedAt: firstCards.savedAt, failed: undefined }
  return mine.cards?.some(over)
    ? { ...mine, cards: mine.cards.map((card) => (over(card) ? { ...card, card_is_expired: true } : card)) }
    : mine
}

/** Of cards that the server did not call over when they were read. */
function useIsOver(): (card: Card) => boolean {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  return (card) =>
    zone !== undefined && now !== undefined && !card.card_is_expired && isCardOver(card, now, zone)
}
