import { useQuery } from '@tanstack/react-query'
import type { PlacedOrderRow } from '#db/placed-orders.ts'
import { answerQuery } from './answer-query.ts'
import { keys } from './keys.ts'
import { usePortal, useSession } from './portal-context.tsx'

/** The order that was last placed from this device; null where there is none, undefined while loading (`isLooking`). */
export function useLastPlaced(): { placed: PlacedOrderRow | null | undefined; isLooking: boolean } {
  const { load, facts } = usePortal()
  // A personal query that starts before the principal is known would be removed as soon as it is.
  const enabled = useSession().state !== 'loading'
  const { data, isPending, isFetching } = useQuery({
    ...answerQuery<PlacedOrderRow | null>(
      load,
      keys.placedOrder(facts.host.locationId),
      async (services) => (await services.findLastPlaced()) ?? null,
    ),
    enabled,
    staleTime: 0,
  })
  return { placed: data, isLooking: isPending || (isFetching && !data) }
}
