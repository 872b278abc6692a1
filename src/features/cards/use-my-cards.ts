import { useCards } from '#lib/query/account.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'

/** The member's cards: those that the launch has read by itself, until the query has them. */
export function useMyCards(): ReturnType<typeof useCards> {
  const own = useCards()
  const { firstCards } = usePortal()
  const session = useSession()
  if (own.cards || !firstCards) return own
  const isTheirs =
    session.state === 'loading' || (session.state === 'user' && session.principal === firstCards.principal)
  return isTheirs ? { ...own, cards: firstCards.cards, savedAt: firstCards.savedAt, failed: undefined } : own
}
