import { useQuery } from '@tanstack/react-query'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { EgiftAnswer } from '#contract/schemas/card.ts'
import { findCardHistory, saveCardHistory } from '#db/cards.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { answerQuery, type ReadState, readStateOf } from '#lib/query/answer-query.ts'
import { type Aged, readDeviceBacked } from '#lib/query/device-backed.ts'
import { deviceBackedQuery } from '#lib/query/device-backed-query.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'

type History = Aged<Transaction[]>
type Found<T> = ReadState & { value: T | undefined }

/** The transactions of one of the member's cards, newest first: the device's copy, then the network's. */
export function useCardHistory(cardId: string): Found<History> {
  const { load, facts } = usePortal()
  const principal = usePrincipal()
  const query = useQuery({
    ...deviceBackedQuery<History>({
      load,
      key: keys.cardHistory(facts.host.locationId, principal, cardId),
      personal: principal,
      read: (services, show) => readHistory(services, { principal, cardId }, show),
    }),
    enabled: principal !== '',
  })
  return { ...readStateOf(query), value: query.data }
}

async function readHistory(
  services: Services,
  who: { principal: string; cardId: string },
  show: (copy: History) => void,
): Promise<History> {
  const { db, api, clock, locationId } = services
  return await readDeviceBacked<History>({
    async find() {
      const copy = await findCardHistory(db, { locationId, ...who })
      return copy && { value: copy.transactions, savedAt: copy.savedAt }
    },
    async fetch(savedAt) {
      const { transactions } = await api.send(cardEndpoints.getCard, { params: { id: who.cardId } })
      return {
        answer: { value: transactions, savedAt },
        save: (now) => saveCardHistory(db, { locationId, ...who, history: { transactions, savedAt } }, now),
      }
    },
    show,
    now: clock.now,
  })
}

/** The gift behind a link. Fetched every time and stored nowhere, because whoever has the link has the card. Gone with the screen. */
export function useGift(cardId: string): Found<EgiftAnswer> {
  const { load, facts } = usePortal()
  const query = useQuery({
    ...answerQuery<EgiftAnswer>(load, keys.gift(facts.host.locationId, cardId), ({ api }) =>
      api.send(cardEndpoints.getEgift, { params: { id: cardId } }),
    ),
    gcTime: 0,
    staleTime: Infinity,
  })
  return { ...readStateOf(query), value: query.data }
}
