import { useQuery } from '@tanstack/react-query'
import type { Program } from '#contract/schemas/card-order.ts'
import { answerQuery, type ReadState, readStateOf } from '#lib/query/answer-query.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { listPrograms } from './requests.ts'

/** The programs that this location sells, or what stands in their place. */
export function usePrograms(wanted: boolean): ReadState & { programs: Program[] | undefined } {
  const { load, facts } = usePortal()
  const query = useQuery({
    ...answerQuery(load, keys.programs(facts.host.locationId), listPrograms),
    enabled: wanted,
  })
  return { ...readStateOf(query), programs: query.data }
}
