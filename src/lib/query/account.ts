import { useQuery } from '@tanstack/react-query'
import type { Card } from '#contract/schemas/card.ts'
import type { Transaction, User } from '#contract/schemas/user.ts'
import type { AgedUser } from './aged-user.ts'
import { type ReadState, readStateOf } from './answer-query.ts'
import type { Aged } from './device-backed.ts'
import { deviceBackedQuery } from './device-backed-query.ts'
import { keys } from './keys.ts'
import { usePortal, useSession } from './portal-context.tsx'
import type { LoadServices } from './services.ts'

/** What is the signed-in person's own: shown from the device, refreshed behind. Never persisted outside of the database, never shown to another. */

/** The user, by principal. */
export const userQuery = (load: LoadServices, locationId: string, principal: string) =>
  deviceBackedQuery<AgedUser>({
    load,
    key: keys.user(locationId, principal),
    personal: principal,
    read: (services, show) => services.readUser(show),
  })

/** The user's transactions, newest first. */
export const transactionsQuery = (load: LoadServices, locationId: string, principal: string) =>
  deviceBackedQuery<Aged<Transaction[]>>({
    load,
    key: keys.transactions(locationId, principal),
    personal: principal,
    read: (services, show) => services.readTransactions(show),
  })

/** The user's gift cards, those with nothing on them, too. */
export const cardsQuery = (load: LoadServices, locationId: string, principal: string) =>
  deviceBackedQuery<Aged<Card[]>>({
    load,
    key: keys.cards(locationId, principal),
    personal: principal,
    read: (services, show) => services.readCards(show),
  })

/** What a personal read shows: `savedAt` is when it was known to be true (ms since the epoch). */
type PersonalRead = ReadState & { savedAt: number | undefined }

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

const personalReadOf = (
  query: Parameters<typeof readStateOf>[0] & { data: Aged<unknown> | undefined },
): PersonalRead => ({ ...readStateOf(query), savedAt: query.data?.savedAt })

/** The signed-in user; undefined for a guest and until one is known. */
export function useUser(): PersonalRead & {
  user: User | undefined
  /** For `saveUser`: what the shown user is edited from. */
  etag: string | undefined
  /** An edit waits to be sent: what is shown has not reached the restaurant. */
  waiting: boolean
  /** Why the last edit was refused, one message a line; empty when there is nothing to say. */
  refusal: string[]
  refused: AgedUser['refused']
} {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...userQuery(load, locationId, principal), enabled })
  const { value, etag, waiting = false, refusal = [], refused } = query.data ?? {}
  return { ...personalReadOf(query), user: value, etag, waiting, refusal, refused }
}

/** The signed-in user's transactions; undefined for a guest and until they are known. */
export function useTransactions(): PersonalRead & { transactions: Transaction[] | undefined } {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...transactionsQuery(load, locationId, principal), enabled })
  return { ...personalReadOf(query), transactions: query.data?.value }
}

/** The signed-in user's gift cards; undefined for a guest and until they are known. */
export function useCards(): PersonalRead & { cards: Card[] | undefined } {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...cardsQuery(load, locationId, principal), enabled })
  return { ...personalReadOf(query), cards: query.data?.value }
}
