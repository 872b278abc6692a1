import { useQuery } from '@tanstack/react-query'
import type { RepeatMs } from '#contract/endpoint.ts'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { CardOrder, Program } from '#contract/schemas/card-order.ts'
import { answerQuery, type ReadState, readStateOf } from '#lib/query/answer-query.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import { listPrograms } from './requests.ts'

/** The programs that this location sells, with the read's state. */
export function usePrograms(wanted: boolean): ReadState & { programs: Program[] | undefined } {
  const { load, facts } = usePortal()
  const query = useQuery({
    ...answerQuery(load, keys.programs(facts.host.locationId), listPrograms),
    // Somebody who comes back because a card's price has changed must see the new one.
    staleTime: 0,
    enabled: wanted,
  })
  return { ...readStateOf(query), programs: query.data }
}

/** A gift is sent within seconds, so it is polled this often. */
const sendingMs: RepeatMs<typeof cardEndpoints.getCardOrder> = 5000

/** A placed order, as the restaurant knows it; nothing is asked without an `orderId`. Fetched every time: only the restaurant knows whether a gift was opened. */
export function usePlacedOrder(orderId: string | undefined): ReadState & { order: CardOrder | undefined } {
  const { load, facts } = usePortal()
  const id = orderId ?? ''
  const query = useQuery({
    ...answerQuery(load, keys.sentGift(facts.host.locationId, id), async ({ api }) => {
      const { card_order } = await api.send(cardEndpoints.getCardOrder, { params: { id } })
      return card_order
    }),
    enabled: orderId !== undefined,
    refetchInterval: ({ state }) => (state.data?.gift?.state === 'sending' ? sendingMs : false),
  })
  return { ...readStateOf(query), order: query.data }
}

/** The gifts that the member has sent, newest first. */
export function useSentGifts(): ReadState & { gifts: CardOrder[] | undefined } {
  const { load, facts } = usePortal()
  const principal = usePrincipal()
  const query = useQuery({
    ...answerQuery(load, keys.sentGifts(facts.host.locationId, principal), async ({ api }) => {
      const { gifts } = await api.send(cardEndpoints.listGifts)
      return gifts
    }),
    enabled: principal !== '',
  })
  return { ...readStateOf(query), gifts: query.data }
}
