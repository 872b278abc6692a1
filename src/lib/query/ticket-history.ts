import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { findTicketHistory, saveTicketHistory } from '#db/ticket-histories.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { type Aged, readDeviceBacked } from './device-backed.ts'
import { readAndShow } from './device-backed-query.ts'
import { keys } from './keys.ts'
import type { LoadServices, Services } from './services.ts'

type HistoryPage = Aged<TicketOrder[]> & { nextPage?: number | undefined }

/** A member's orders, by principal, newest first, 20 per page: the first page from the device, too. */
export function ticketHistoryQuery(load: LoadServices, locationId: string, principal: string) {
  const queryKey = keys.ticketHistory(locationId, principal)
  type Pages = InfiniteData<HistoryPage, number>
  return infiniteQueryOptions<HistoryPage, AppError, Pages, typeof queryKey, number>({
    queryKey,
    initialPageParam: 1,
    getNextPageParam: (last) => last.nextPage,
    queryFn: async ({ client, pageParam }) => {
      const read = (services: Services, show: (copy: HistoryPage) => void) =>
        pageParam > 1 ? fetchPage(services, pageParam) : readFirstPage(services, principal, show)
      return await readAndShow(
        { load, read, personal: principal },
        {
          get: () => client.getQueryData<Pages>(queryKey)?.pages[pageParam - 1],
          // Not mixed with pages that were loaded at another time: an order placed in between would occur twice, or be missing.
          set: (copy) =>
            client.setQueryData<Pages>(queryKey, (shown) => shown ?? { pages: [copy], pageParams: [1] }),
        },
      )
    },
  })
}

async function fetchPage({ api, clock }: Services, page: number): Promise<HistoryPage> {
  const savedAt = clock.now()
  const answer = await api.send(ticketEndpoints.listTicketHistory, { query: { page: String(page) } })
  return { value: answer.ticket_orders, nextPage: answer.next_page, savedAt }
}

async function readFirstPage(
  services: Services,
  principal: string,
  show: (copy: HistoryPage) => void,
): Promise<HistoryPage> {
  const { db, clock, locationId } = services
  return await readDeviceBacked<HistoryPage>({
    async find() {
      const row = await findTicketHistory(db, locationId, principal)
      return row && { value: row.tickets, nextPage: row.nextPage, savedAt: row.savedAt }
    },
    async fetch() {
      const answer = await fetchPage(services, 1)
      const { value: tickets, nextPage, savedAt } = answer
      return {
        answer,
        save: (now) => saveTicketHistory(db, { locationId, principal, tickets, nextPage, savedAt }, now),
      }
    },
    show,
    now: clock.now,
  })
}
