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

/** The signed-in person's own data: shown from the device, refreshed in the background. Never stored outside of the database, never shown to anybody else. */

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

/** The user's gift cards, including empty ones. */
export const cardsQuery = (load: LoadServices, locationId: string, principal: string) =>
  deviceBackedQuery<Aged<Card[]>>({
    load,
    key: keys.cards(locationId, principal),
    personal: principal,
    read: (services, show) => services.readCards(show),
  })

/** A personal read: `savedAt` is when the data was last confirmed (ms since the epoch). */
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

/** The signed-in user; undefined for a guest and while not known. */
export function useUser(): PersonalRead & {
  user: User | undefined
  /** For `saveUser`: the ETag of the shown user. */
  etag: string | undefined
  /** An edit is waiting to be sent: what is shown has not reached the restaurant. */
  waiting: boolean
  /** Why the last edit was refused, one message per line; empty when it was not. */
  refusal: string[]
  refused: AgedUser['refused']
} {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...userQuery(load, locationId, principal), enabled })
  const { value, etag, waiting = false, refusal = [], refused } = query.data ?? {}
  return { ...personalReadOf(query), user: value, etag, waiting, refusal, refused }
}

/** The signed-in user's transactions; undefined for a guest and while not known. */
export function useTransactions(): PersonalRead & { transactions: Transaction[] | undefined } {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...transactionsQuery(load, locationId, principal), enabled })
  return { ...personalReadOf(query), transactions: query.data?.value }
}

/** The signed-in user's gift cards; undefined for a guest and while not known. */
export function useCards(): PersonalRead & { cards: Card[] | undefined } {
  const { load, locationId, principal, enabled } = usePersonal()
  const query = useQuery({ ...cardsQuery(load, locationId, principal), enabled })
  return { ...personalReadOf(query), cards: query.data?.value }
}
