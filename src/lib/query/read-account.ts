import type { AgedUser } from './aged-user.ts'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { findCards, saveCards } from '#db/cards.ts'
import type { UserOp } from '#db/outbox.ts'
import { findTransactions, saveTransactions } from '#db/transactions.ts'
import { findEditedUser, saveUser, touchUser, type UserRow } from '#db/users.ts'
import { type Aged, readDeviceBacked } from './device-backed.ts'
import type { ReadPorts } from './services.ts'

/** What reading personal data needs. `principal` is the person; a copy is stored only while they are signed in. */
export type PersonalPorts = ReadPorts & { principal: string }

/** The user with their pending edits: the device's copy through `show`, then the network's (see readDeviceBacked). */
export async function readUser(ports: PersonalPorts, show: (copy: AgedUser) => void): Promise<AgedUser> {
  const { db, api, clock, locationId, principal } = ports
  let edited: Awaited<ReturnType<typeof findEditedUser>>
  const find = async (): Promise<AgedUser | undefined> => {
    edited = await findEditedUser(db, locationId, principal)
    return edited && viewUser(edited.row, edited.waiting)
  }
  return await readDeviceBacked<AgedUser>({
    find,
    async fetch(savedAt) {
      const answer = await api.call(accountEndpoints.getUser, { etag: edited?.row.etag ?? undefined })
      const row = answer.notModified
        ? edited && { ...edited.row, savedAt }
        : { locationId, principal, user: answer.value.user, etag: answer.etag, savedAt }
      if (!row) throw new Error('304 for a user that is not stored')
      return {
        answer: viewUser(row, edited?.waiting ?? []),
        async save(now) {
          if (answer.notModified) await touchUser(db, locationId, principal, savedAt)
          else await saveUser(db, row, now)
          return await find()
        },
      }
    },
    show,
    now: clock.now,
  })
}

/** The user as they will be once all pending edits have been accepted. */
export function viewUser({ user, etag, savedAt, refusal }: UserRow, waiting: readonly UserOp[]): AgedUser {
  const edited = waiting.reduce((before, { change }) => ({ ...before, ...change.body }), user)
  return {
    value: edited,
    savedAt,
    etag: etag ?? undefined,
    waiting: waiting.length > 0,
    refusal: refusal?.messages ?? [],
    refused: refusal?.typed,
  }
}

/** Transactions, newest first: the device's copy through `show`, then the network's. */
export async function readTransactions(
  ports: PersonalPorts,
  show: (copy: Aged<Transaction[]>) => void,
): Promise<Aged<Transaction[]>> {
  const { db, api, clock, locationId, principal } = ports
  return await readDeviceBacked<Aged<Transaction[]>>({
    async find() {
      const row = await findTransactions(db, locationId, principal)
      return row && { value: row.transactions, savedAt: row.savedAt }
    },
    async fetch(savedAt) {
      const { transactions } = await api.send(accountEndpoints.listTransactions)
      return {
        answer: { value: transactions, savedAt },
        save: (now) => saveTransactions(db, { locationId, principal, transactions, savedAt }, now),
      }
    },
    show,
    now: clock.now,
  })
}

/** Every gift card of the user, including empty ones; the screen filters. The device's copy through `show`, then the network's. */
export async function readCards(
  ports: PersonalPorts,
  show: (copy: Aged<Card[]>) => void,
): Promise<Aged<Card[]>> {
  const { db, api, clock, locationId, principal } = ports
  return await readDeviceBacked<Aged<Card[]>>({
    async find() {
      const row = await findCards(db, locationId, principal)
      return row && { value: row.cards, savedAt: row.savedAt }
    },
    async fetch(savedAt) {
      const { cards } = await api.send(cardEndpoints.listCards, { query: { showall: 'true' } })
      return {
        answer: { value: cards, savedAt },
        save: (now) => saveCards(db, { locationId, principal, cards, savedAt }, now),
      }
    },
    show,
    now: clock.now,
  })
}
