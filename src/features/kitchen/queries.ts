import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RepeatMs } from '#contract/endpoint.ts'
import { serviceEndpoints } from '#contract/endpoints/services.ts'
import type { KitchenAnswer } from '#contract/schemas/kitchen.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { answerQuery, findFailure, type ReadState, readStateOf } from '#lib/query/answer-query.ts'
import { keys } from '#lib/query/keys.ts'
import { bookQuery } from '#lib/query/menu-book.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import type { LoadServices } from '#lib/query/services.ts'
import { useAccess } from './access.ts'
import { type Dish, type DishGroup, groupsOf } from './dishes.ts'

/** What the staff read: always from the restaurant, never stored on the device. It contains guests' names, so signing out removes it. */

const pollMs: RepeatMs<typeof serviceEndpoints.getKitchen> = 5000

type Caller = { load: LoadServices; locationId: string; principal: string; bearer?: string | undefined }

/** A tablet's own credentials; without them the call is made as the signed-in person. */
export const bearerOf = (bearer: string | undefined): { bearer?: string } =>
  bearer === undefined ? {} : { bearer }

export const kitchenQuery = ({ load, locationId, principal, bearer = '' }: Caller) =>
  queryOptions({
    // Keyed by the tablet's own sign-in: a refusal of one does not apply to the next.
    ...answerQuery<KitchenAnswer>(load, [...keys.kitchen(locationId, principal), bearer], ({ api }) =>
      api.send(serviceEndpoints.getKitchen, bearerOf(bearer || undefined)),
    ),
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: pollMs,
    // Polls in a background tab, too: a new order sounds, and is counted in the title.
    refetchIntervalInBackground: true,
    // Browsers slow down hidden pages, so it reads at once when visible again.
    refetchOnWindowFocus: 'always',
  })

export function useCaller(): Caller {
  const { load, facts } = usePortal()
  const principal = usePrincipal()
  const { bearer } = useAccess()
  return {
    load,
    locationId: facts.host.locationId,
    principal: bearer === undefined ? principal : '',
    bearer,
  }
}

/** The kitchen, live. The last answer stays while reads fail: `failed` then tells why it is old, and `readAt` (ms) how old. */
export function useKitchen(): {
  kitchen: KitchenAnswer | undefined
  failed: AppError | undefined
  readAt: number
  retry: () => unknown
} {
  const query = useQuery(kitchenQuery(useCaller()))
  return {
    kitchen: query.data,
    failed: findFailure(query),
    readAt: query.dataUpdatedAt,
    retry: query.refetch,
  }
}

/**
 * All dishes that can be ordered, grouped for the kitchen's search, and each one once; the same lists as long as the menus do not change. Sold-out dishes are
 * not marked in them.
 */
export function useDishes(): ReadState & { groups: DishGroup[] | undefined; all: Dish[] } {
  const { load, facts } = usePortal()
  const query = useQuery(bookQuery(load, facts.host.locationId, 'order'))
  const book = query.data?.value
  const groups = useMemo(() => book && groupsOf(book), [book])
  const all = useMemo(
    () => [
      ...new Map(groups?.flatMap(({ dishes }) => dishes.map((dish) => [dish.id, dish] as const))).values(),
    ],
    [groups],
  )
  return { ...readStateOf(query), groups, all }
}
