import { useQuery } from '@tanstack/react-query'
import type { Program } from '#contract/schemas/card-order.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { listPrograms } from './requests.ts'

/** The programs that this location sells, or what stands in their place. */
export function usePrograms(wanted: boolean): {
  programs: Program[] | undefined
  failed: AppError | undefined
  retry: () => void
} {
  const { load, facts } = usePortal()
  const query = useQuery({
    queryKey: [facts.host.locationId, 'programs'],
    enabled: wanted,
    queryFn: async () => await listPrograms(await load()),
  })
  return {
    programs: query.data,
    failed: query.data ? undefined : ((query.error as AppError | null) ?? undefined),
    retry: () => void query.refetch(),
  }
}
