import { useQuery } from '@tanstack/react-query'
import type { PhysicalProductsAnswer } from '#contract/schemas/physical-order.ts'
import { answerQuery, type ReadState, readStateOf } from '#lib/query/answer-query.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { listProducts } from './requests.ts'

/** The cards that can be mailed, or why they are missing. */
export function useProducts(): ReadState & { answer: PhysicalProductsAnswer | undefined } {
  const { load, facts } = usePortal()
  const query = useQuery(answerQuery(load, keys.physicalProducts(facts.host.locationId), listProducts))
  return { ...readStateOf(query), answer: query.data }
}
