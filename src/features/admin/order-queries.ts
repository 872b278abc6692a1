import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { staffOrderEndpoints } from '#contract/endpoints/staff-orders.ts'
import type {
  FindOrdersBody,
  FoundOrdersAnswer,
  StaffOrder,
  StaffOrderLine,
} from '#contract/schemas/staff-order.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { adminKey, adminQuery, type AdminRead, useAdminRead, useCaller } from './queries.ts'

/** Orders of any age as managers read them: always from the restaurant, never kept on the device. */

/** As long as somebody looks at one of them, and goes back to the others. */
const keptMs = 5 * 60_000

/** What was looked for last: it stays while one of the orders is looked at. */
export type OrderSearched = { typed: string; asked: FindOrdersBody }

/** What was found, page by page. `failed`: why nothing is there, or no more than there is. */
export type FoundOrders = {
  orders: readonly StaffOrderLine[] | undefined
  more: boolean
  busy: boolean
  failed: AppError | undefined
  /** Asks for the next page, or again for what failed. */
  loadMore: () => void
  /** Asks for all of it again. */
  again: () => void
}

/** The orders that fit, the newest first; nothing is asked while it is not said what for. */
export function useFoundOrders(asked: FindOrdersBody | undefined): FoundOrders {
  const who = useCaller()
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery<
      FoundOrdersAnswer,
      AppError,
      InfiniteData<FoundOrdersAnswer>,
      QueryKey,
      string | undefined
    >({
      queryKey: adminKey(who, staffOrderEndpoints.findOrders.path, asked),
      enabled: asked !== undefined,
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
      async queryFn({ pageParam: after }) {
        try {
          const { api, ids } = await who.load()
          const body = { ...asked, ...(after !== undefined && { after }) }
          return await api.send(staffOrderEndpoints.findOrders, { body, key: ids.uuid() })
        } catch (cause) {
          throw asAppError(cause)
        }
      },
      staleTime: 0,
      gcTime: keptMs,
    })
  return {
    orders: data?.pages.flatMap(({ orders }) => orders),
    more: hasNextPage,
    busy: isFetching,
    failed: error ?? undefined,
    again: () => void refetch(),
    loadMore: () =>
      void (data === undefined || (error && !isFetchNextPageError) ? refetch() : fetchNextPage()),
  }
}

/** A placed order. */
export const useStaffOrder = (id: string): AdminRead<{ order: StaffOrder }> =>
  useAdminRead(adminQuery(useCaller(), staffOrderEndpoints.getStaffOrder, { params: { id } }))
