import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { RepeatMs } from '#contract/endpoint.ts'
import type { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { mayBePutBack } from '#contract/rules/put-back.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from '#db/database.ts'
import { guest } from '#db/names.ts'
import { observePlaced } from '#db/observe.ts'
import { findPlaced, mergeDetails, savePlaced, type WatchedOrder } from '#db/placed-orders.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { answerQuery, findFailure } from '#lib/query/answer-query.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { type Aged, findIfReadable, keepAnswer } from '#lib/query/device-backed.ts'
import { keys } from '#lib/query/keys.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal, usePrincipal, useSession } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { ticketHistoryQuery } from '#lib/query/ticket-history.ts'
import { useLive } from '#lib/query/use-live.ts'
import { readPlaced } from '#lib/sync/read-placed.ts'
import { isPast, progressOf } from './progress.ts'

/** How often an order is polled if there are no events (ms), while it is on the screen and not over. */
export const pollMs: RepeatMs<typeof ticketEndpoints.getTicket> = 15_000

/** How long an order just placed in this tab counts as fresh (ms). */
const freshMs = 10_000

export type OrderRead = {
  order: TicketOrder | undefined
  /** When that was last known to be correct (ms since the epoch). */
  savedAt: number | undefined
  watched: WatchedOrder | undefined
  /** Why the latest read failed. */
  failed: AppError | undefined
  /** The restaurant does not know it, or not as a placed order: its data is from an older backup. */
  isLost: boolean
  /** Whoever just placed it has signed out since, perhaps in another tab: nobody here can read or change it any more. */
  isSignedOut: boolean
  retry: () => unknown
}

/** A placed order: the device's copy at once, then the network's, and live updates while it is shown. `first` was answered just now. */
export function useOrder(ticketId: string, first?: TicketOrder): OrderRead {
  const { load, facts } = usePortal()
  const observe = useCallback(
    (db: LarderDatabase, loc: string, who: string) => observePlaced(db, loc, who, ticketId),
    [ticketId],
  )
  const live = useLive(observe)
  const [openedAt] = useState(() => Date.now())
  // A result fetched before the session is known would be deleted with everything personal as soon as it is.
  const known = useSession().state !== 'loading'
  const [passing, setPassing] = useState(false)
  const zone = useLocationCopy()?.location.time_zone
  const query = useQuery({
    ...answerQuery(load, keys.order(facts.host.locationId, ticketId), (services) =>
      readOrder(services, ticketId),
    ),
    enabled: known,
    staleTime: first ? freshMs : 0,
    // The client polls only while the page is visible.
    refetchInterval: ({ state }) => (passing || isOver(state, zone) ? false : pollMs),
    ...(first && { initialData: { value: first, savedAt: openedAt }, initialDataUpdatedAt: openedAt }),
  })
  const watched = live.state === 'ready' ? live.value : undefined
  const shown = newest(watched, query.data)
  const { refetch } = query
  const principal = usePrincipal()
  const [payer] = useState(principal)
  const isSignedOut = first !== undefined && payer !== '' && principal !== payer
  const isGuests = watched?.row.principal === guest && !progressOf(watched.row.ticket).isOver
  const client = useQueryClient()
  const refetchFresh = useCallback(async () => {
    // A read under way may be older than the event: wait for it, then read again.
    const onTheWay =
      client.isFetching({ queryKey: keys.order(facts.host.locationId, ticketId), exact: true }) > 0
    if (onTheWay) await refetch({ cancelRefetch: false })
    await refetch({ cancelRefetch: false })
  }, [client, facts, ticketId, refetch])
  useEvents(ticketId, isGuests, refetchFresh, setPassing)
  // That somebody else gets no answer about it says nothing about the order.
  const failed = isSignedOut ? undefined : findFailure(query)
  return {
    order: shown?.value,
    savedAt: shown?.savedAt,
    watched,
    failed,
    // Known without a signal, too, and until the restaurant has it again.
    isLost: failed?.code === 'not_found' || (failed !== undefined && watched?.row.isLost === true),
    isSignedOut,
    retry: refetch,
  }
}

/** The order is over (unless it was handed over by mistake and is put back), or the current user cannot see it. */
function isOver(
  { data, error }: { data: Aged<TicketOrder> | undefined; error: AppError | null },
  zone: string | undefined,
): boolean {
  if (error?.code === 'not_found') return true
  if (data === undefined) return false
  const now = serverTime(Date.now())
  if (progressOf(data.value).isOver) return !mayBePutBack(data.value, now)
  return isPast(data.value, now, zone)
}

/** The newest of both: the device's copy also has what was sent from here, and what another tab or the worker received. */
function newest(
  watched: WatchedOrder | undefined,
  answer: Aged<TicketOrder> | undefined,
): Aged<TicketOrder> | undefined {
  if (!watched) return answer
  const { ticket, savedAt = watched.row.placedAt } = watched.row
  return answer && answer.savedAt > savedAt
    ? { ...answer, value: mergeDetails(ticket, answer.value) }
    : { value: ticket, savedAt }
}

/** Fetches an order and stores it. An unplaced one is not stored among the placed ones. Throws AppError. */
export async function readOrder(services: Services, ticketId: string): Promise<Aged<TicketOrder>> {
  const { db, clock, locationId } = services
  const who = { locationId, principal: services.principal() }
  // Dated when the request is sent: changes made since are newer than its answer.
  const savedAt = clock.now()
  const ticket = await readPlaced({ ...services, principal: who.principal }, ticketId)
  if (isFinished(ticket.status) || (await findIfReadable(() => findPlaced(db, who, ticketId))))
    await keepAnswer(() => savePlaced(db, who, ticket, savedAt, { heardAt: clock.now() }))
  return { value: ticket, savedAt }
}

const subscribeVisible = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useVisible = (): boolean =>
  useSyncExternalStore(
    subscribeVisible,
    () => document.visibilityState === 'visible',
    () => true,
  )

/**
 * Listens to an order's events, if the API offers them, while it is shown. An EventSource sends no credentials, which a user's order requires: theirs is
 * polled.
 */
function useEvents(
  ticketId: string,
  wanted: boolean,
  onNews: () => unknown,
  onPassing: (passing: boolean) => void,
): void {
  const { load } = usePortal()
  const offered = useLocationCopy()?.location.api_extensions?.includes('order_events') ?? false
  const visible = useVisible()
  const listens = wanted && offered && visible
  useEffect(() => {
    if (!listens) return undefined
    let stop: (() => void) | undefined = undefined
    let gone = false
    void load().then((services) => {
      if (!gone) stop = services.watchOrder(ticketId, { onNews: () => void onNews(), onPassing })
    })
    return () => {
      gone = true
      stop?.()
      onPassing(false)
    }
  }, [load, ticketId, listens, onNews, onPassing])
}

/** The signed-in user's orders, newest first, 20 per page; the first page also from the device. */
export function useTicketHistory(enabled: boolean) {
  const { load, facts } = usePortal()
  const principal = usePrincipal()
  return useInfiniteQuery({
    ...ticketHistoryQuery(load, facts.host.locationId, principal),
    enabled: enabled && principal !== '',
    staleTime: 0,
  })
}
