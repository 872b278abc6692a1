import { type QueryClient, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import type { Card } from '#contract/schemas/card.ts'
import type { Transaction, User } from '#contract/schemas/user.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import type { Aged } from './device-backed.ts'
import { keys } from './keys.ts'
import { usePortal, useSession } from './portal-context.tsx'
import type { AgedUser } from './aged-user.ts'
import type { LoadServices, Services } from './services.ts'

/** What is the signed-in person's own: shown from the device, refreshed behind. Never persisted outside of the database, never shown to another. */

type Read<T> = (services: Services, show: (copy: T) => void) => Promise<T>

function personalQuery<T extends Aged<unknown>>(
  load: LoadServices,
  principal: string,
  queryKey: QueryKey,
  read: Read<T>,
) {
  return queryOptions<T>({
    queryKey,
    async queryFn({ client }) {
      const services = await load()
      return await read(services, (copy) => {
        // Whoever signed out meanwhile has had this removed: it must not come back.
        if (services.principal() === principal) showCopy(client, queryKey, copy)
      })
    },
  })
}

const showCopy = <T extends Aged<unknown>>(client: QueryClient, queryKey: QueryKey, copy: T): void => {
  client.setQueryData<T>(queryKey, (held) => (held && held.savedAt > copy.savedAt ? held : copy))
}

/** The user, by principal. */
export const userQuery = (load: LoadServices, locationId: string, principal: string) =>
  personalQuery<AgedUser>(load, principal, keys.user(locationId, principal), (services, show) =>
    services.readUser(show),
  )

/** The user's transactions, newest first. */
export const transactionsQuery = (load: LoadServices, locationId: string, principal: string) =>
  personalQuery<Aged<Transaction[]>>(
    load,
    principal,
    keys.transactions(locationId, principal),
    (services, show) => services.readTransactions(show),
  )

/** The user's gift cards, those with nothing on them, too. */
export const cardsQuery = (load: LoadServices, locationId: string, principal: string) =>
  personalQuery<Aged<Card[]>>(load, principal, keys.cards(locationId, principal), (services, show) =>
    services.readCards(show),
  )

/** What a personal read shows: `savedAt` is when it was known to be true (ms since the epoch). */
export type PersonalRead = { savedAt: number | undefined; failed: AppError | undefined; retry: () => void }

function usePersonal() {
  const { load, facts } = usePortal()
  const session = useSession()
  return {
    load,
    locationId: facts.host.locationId,
    principal: session.state === 'user' ? session.principal : '',
    enabled: session.state === 'user',
  }
}

const stateOf = (query: {
  data: Aged<unknown> | undefined
  error: Error | null
  refetch(): unknown
}): PersonalRead => ({
  savedAt: query.data?.savedAt,
  failed: query.data ? undefined : ((query.error as AppError | null) ?? undefined),
  retry: () => void query.refetch(),
})

/** The signed-in user; undefined for a guest and until one is known. */
export function useUser(): PersonalRead & {
  user: User | undefined
  /** For `saveUser`: what the shown user is edited from. */
  etag: string | undefined
  /** An edit waits to be sent: what is shown has not reached the restaurant. */
  waiting: boolean
  /** Why the last edit was refused, one message a line; empty when there is nothing to say. */
  refusal: string[]
} {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...userQuery(load, locationId, principal), enabled })
  const { value, etag, waiting = false, refusal = [] } = query.data ?? {}
  return { ...stateOf(query), user: value, etag, waiting, refusal }
}

/** The signed-in user's transactions; undefined for a guest and until they are known. */
export function useTransactions(): PersonalRead & { transactions: Transaction[] | undefined } {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...transactionsQuery(load, locationId, principal), enabled })
  return { ...stateOf(query), transactions: query.data?.value }
}

/** The signed-in user's gift cards; undefined for a guest and until they are known. */
export function useCards(): PersonalRead & { cards: Card[] | undefined } {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...cardsQuery(load, locationId, principal), enabled })
  return { ...stateOf(query), cards: query.data?.value }
}
