import type { QueryClient } from '@tanstack/react-query'
import { isOn } from '#contract/rules/features.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { findCards } from '#db/cards.ts'
import { isFresh } from '#db/newest.ts'
import { findTicketHistory } from '#db/ticket-histories.ts'
import { findTransactions } from '#db/transactions.ts'
import { findUser } from '#db/users.ts'
import { cardsQuery, transactionsQuery, userQuery } from '#lib/query/account.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import { locationQuery } from '#lib/query/location.ts'
import { onReachable } from '#lib/ports/reachability.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import type { LoadServices, Services } from '#lib/query/services.ts'
import { ticketHistoryQuery } from '#lib/query/ticket-history.ts'
import { coalesce } from './sender.ts'

/** A copy younger than this is not fetched again (ms): a second launch soon after costs the restaurant nothing. */
export const freshMs = 5 * 60 * 1000

type Parts = { portal: Pick<Portal, 'session'>; queryClient: QueryClient; services: Services }

/** The screen that a person is on, and what reports a change of it: the router, or a test's own. */
type Screens = { path: () => string; onChange: (run: () => void) => void }

/**
 * Copies a member's cards, points, transactions and orders to the device before they are needed: after signing in, at each launch, and when the portal is shown
 * again or back online. At the counter without a network, the member then has what they came with.
 */
export function keepPersonal(parts: Parts, screens: Screens, fetchAll = () => fetchPersonal(parts)): void {
  const keep = coalesce(fetchAll)
  // Opening the login page ends the session, so that other calls made there are refused. Signing in happens there, too: the data is then fetched on the next
  // screen.
  let isWaiting = false
  const wake = (): void => {
    isWaiting = screens.path().endsWith('/login')
    if (!isWaiting) void keep()
  }
  parts.portal.session.subscribe(wake)
  screens.onChange(() => {
    if (isWaiting) wake()
  })
  onReachable(wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  wake()
}

/** One after the other, to leave bandwidth for what is on the screen. Only what the restaurant offers. One that fails keeps its older copy. */
export async function fetchPersonal({ portal, queryClient, services }: Parts): Promise<void> {
  const session = portal.session.get()
  if (session.state !== 'user') return
  const { principal } = session
  const { db, locationId, clock } = services
  const load: LoadServices = () => Promise.resolve(services)
  const isSame = (): boolean => portal.session.get() === session
  const isOld = (row: { savedAt: number } | undefined): boolean =>
    isSame() && (row === undefined || !isFresh(row, clock.now(), freshMs))
  await queryClient.prefetchQuery({ ...locationQuery(load, locationId), staleTime: Infinity })
  const settings = queryClient.getQueryData<Aged<LocationCopy>>(locationQuery(load, locationId).queryKey)
    ?.value.location.settings
  if (!settings) return
  // With the same queries as the screens, so that a read under way is shared. What a screen has read is as old as its row, whenever that was: without a
  // network, a read returns the device's copy.
  const staleTime = 0
  if (hasCards(settings) && isOld(await findCards(db, locationId, principal)))
    await queryClient.prefetchQuery({ ...cardsQuery(load, locationId, principal), staleTime })
  if (hasCards(settings) && isSame()) await keepCardPictures(services, principal)
  if (isOld(await findUser(db, locationId, principal)))
    await queryClient.prefetchQuery({ ...userQuery(load, locationId, principal), staleTime })
  if (isOn(settings, 'myAccount') && isOld(await findTransactions(db, locationId, principal)))
    await queryClient.prefetchQuery({ ...transactionsQuery(load, locationId, principal), staleTime })
  if (isOn(settings, 'ticketHistory') && isOld(await findTicketHistory(db, locationId, principal)))
    await queryClient.prefetchInfiniteQuery({ ...ticketHistoryQuery(load, locationId, principal), staleTime })
}

/** Cards with a picture need it at a counter without a network, too: only a few are fetched, whether or not the phone saves data. */
async function keepCardPictures(
  { db, locationId, keepPictures }: Services,
  principal: string,
): Promise<void> {
  const cards = (await findCards(db, locationId, principal))?.cards ?? []
  const pictures = cards.flatMap((card) => cardLook(card).design?.image ?? [])
  if (pictures.length > 0) keepPictures([...new Set(pictures)])
}

const hasCards = (settings: LocationCopy['location']['settings']): boolean =>
  isOn(settings, 'myGifts') || isOn(settings, 'giftCardPayments')
