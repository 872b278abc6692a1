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

/** Orders of any age, for managers: always from the restaurant, never stored on the device. */

/** Long enough to view an order and come back to the list. */
const keptMs = 5 * 60_000

/** The last search: it stays while one of the orders is viewed. */
export type OrderSearched = { typed: string; asked: FindOrdersBody }

/** The results, page by page. `failed`: why there is nothing, or no next page. */
export type FoundOrders = {
  orders: readonly StaffOrderLine[] | undefined
  more: boolean
  busy: boolean
  failed: AppError | undefined
  /** Loads the next page, or retries the failed one. */
  loadMore: () => void
  /** Reads everything again. */
  again: () => void
}

/** The matching orders, newest first; sends no request without a search. */
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
