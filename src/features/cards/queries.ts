import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { EgiftAnswer } from '#contract/schemas/card.ts'
import { findCardHistory, saveCardHistory } from '#db/cards.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { type Aged, readDeviceBacked } from '#lib/query/device-backed.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { keepOwn } from '#lib/query/read-account.ts'
import type { Services } from '#lib/query/services.ts'

type History = Aged<Transaction[]>
type Found<T> = { value: T | undefined; failed: AppError | undefined; retry: () => void }

const stateOf = <T>(query: { data: T | undefined; error: Error | null; refetch(): unknown }): Found<T> => ({
  value: query.data,
  failed: query.data === undefined ? ((query.error as AppError | null) ?? undefined) : undefined,
  retry: () => void query.refetch(),
})

/** What happened on one of the member's cards, newest first: the device's copy, and the network's behind it. */
export function useCardHistory(cardId: string): Found<History> {
  const { load, facts } = usePortal()
  const client = useQueryClient()
  const session = useSession()
  const principal = session.state === 'user' ? session.principal : ''
  const queryKey: QueryKey = [...keys.personal(facts.host.locationId), principal, 'card', cardId]
  return stateOf(
    useQuery({
      queryKey,
      enabled: principal !== '',
      queryFn: async (): Promise<History> => {
        const services = await load()
        return await readHistory(services, { principal, cardId }, (copy) => {
          // Whoever signed out meanwhile has had this removed: it must not come back.
          if (services.principal() === principal)
            client.setQueryData<History>(queryKey, (held) => held ?? copy)
        })
      },
    }),
  )
}

async function readHistory(
  services: Services,
  who: { principal: string; cardId: string },
  show: (copy: History) => void,
): Promise<History> {
  const { db, api, clock, locationId } = services
  return await readDeviceBacked<Transaction[]>({
    async find() {
      const copy = await findCardHistory(db, { locationId, ...who })
      return copy && { value: copy.transactions, savedAt: copy.savedAt }
    },
    async fetch() {
      const { transactions } = await api.send(cardEndpoints.getCard, { params: { id: who.cardId } })
      const savedAt = clock.now()
      await keepOwn(saveCardHistory(db, { locationId, ...who, history: { transactions, savedAt } }))
      return { value: transactions, savedAt }
    },
    show,
    now: clock.now,
    freshMs: 0,
  })
}

/** The gift behind a link. It is asked for anew each time and kept nowhere: whoever has the link has the card. */
export function useGift(cardId: string): Found<EgiftAnswer> {
  const { load, facts } = usePortal()
  return stateOf(
    useQuery(
      queryOptions({
        // Nobody's own: signing in while it is asked for must not take it away. It goes with the screen.
        queryKey: [facts.host.locationId, 'gift', cardId],
        gcTime: 0,
        staleTime: Infinity,
        queryFn: async (): Promise<EgiftAnswer> =>
          await (await load()).api.send(cardEndpoints.getEgift, { params: { id: cardId } }),
      }),
    ),
  )
}
