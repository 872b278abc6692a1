import { useQuery } from '@tanstack/react-query'
import type { PhysicalProductsAnswer } from '#contract/schemas/physical-order.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { listProducts } from './requests.ts'

/** What can be sent by post, or what stands in its place. */
export function useProducts(): {
  answer: PhysicalProductsAnswer | undefined
  failed: AppError | undefined
  retry: () => void
} {
  const { load, facts } = usePortal()
  const query = useQuery({
    queryKey: [facts.host.locationId, 'physical-products'],
    queryFn: async () => await listProducts(await load()),
  })
  return {
    answer: query.data,
    failed: query.data ? undefined : ((query.error as AppError | null) ?? undefined),
    retry: () => void query.refetch(),
  }
}
