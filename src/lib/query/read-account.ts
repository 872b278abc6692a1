import type { AgedUser } from './aged-user.ts'
import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { Transaction, User } from '#contract/schemas/user.ts'
import { findCards, saveCards } from '#db/cards.ts'
import type { UserOp } from '#db/outbox.ts'
import { SessionChanged } from '#db/sessions.ts'
import { findTransactions, saveTransactions } from '#db/transactions.ts'
import { findEditedUser, saveUser, touchUser, type UserRow } from '#db/users.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { type Aged, readDeviceBacked } from './device-backed.ts'
import type { ReadPorts } from './services.ts'

/** What reading somebody's own data needs. `principal` is who asks; a copy is kept only while they are signed in. */
export type PersonalPorts = ReadPorts & { principal: string }

/** The user: the device's copy through `show`, then the network's (see readDeviceBacked). */
export async function readUser(ports: PersonalPorts, show: (copy: AgedUser) => void): Promise<AgedUser> {
  const { db, api, clock, locationId, principal } = ports
  const edited = await findEditedUser(db, locationId, principal)
  const find = async (): Promise<AgedUser | undefined> => {
    const known = await findEditedUser(db, locationId, principal)
    return known && viewUser(known.row, known.waiting)
  }
  const fetch = async (): Promise<AgedUser> => {
    const answer = await api.call(accountEndpoints.getUser, { etag: edited?.row.etag ?? undefined })
    const savedAt = clock.now()
    if (answer.notModified) await keepOwn(touchUser(db, locationId, principal, savedAt))
    else
      await keepOwn(
        saveUser(db, { locationId, principal, user: answer.value.user, etag: answer.etag, savedAt }),
      )
    const known = await find()
    if (known) return known
    // The store would not take it: shown all the same.
    if (answer.notModified) throw new Error('304 for a user that is not held')
    return viewUser({ locationId, principal, user: answer.value.user, etag: answer.etag, savedAt }, [])
  }
  return (await readDeviceBacked<User>({
    find,
    fetch,
    show: show as (copy: Aged<User>) => void,
    now: clock.now,
    freshMs: 0,
  })) as AgedUser
}

/** A user as they will be once everything that waits has been taken. */
export function viewUser({ user, etag, savedAt, refusal }: UserRow, waiting: readonly UserOp[]): AgedUser {
  const edited = waiting.reduce((before, { change }) => ({ ...before, ...change.body }), user)
  return {
    value: edited,
    savedAt,
    etag: etag ?? undefined,
    waiting: waiting.length > 0,
    refusal: refusal?.messages ?? [],
  }
}

/** Transactions, newest first: the device's copy through `show`, then the network's. */
export async function readTransactions(
  ports: PersonalPorts,
  show: (copy: Aged<Transaction[]>) => void,
): Promise<Aged<Transaction[]>> {
  const { db, api, clock, locationId, principal } = ports
  return await readDeviceBacked({
    async find() {
      const row = await findTransactions(db, locationId, principal)
      return row && { value: row.transactions, savedAt: row.savedAt }
    },
    async fetch() {
      const { transactions } = await api.send(accountEndpoints.listTransactions)
      const savedAt = clock.now()
      await keepOwn(saveTransactions(db, { locationId, principal, transactions, savedAt }))
      return { value: transactions, savedAt }
    },
    show,
    now: clock.now,
    freshMs: 0,
  })
}

/** Every gift card of the user, those with nothing on them, too; the screen filters. The device's copy through `show`, then the network's. */
export async function readCards(
  ports: PersonalPorts,
  show: (copy: Aged<Card[]>) => void,
): Promise<Aged<Card[]>> {
  const { db, api, clock, locationId, principal } = ports
  return await readDeviceBacked({
    async find() {
      const row = await findCards(db, locationId, principal)
      return row && { value: row.cards, savedAt: row.savedAt }
    },
    async fetch() {
      const { cards } = await api.send(cardEndpoints.listCards, { query: { showall: 'true' } })
      const savedAt = clock.now()
      await keepOwn(saveCards(db, { locationId, principal, cards, savedAt }))
      return { value: cards, savedAt }
    },
    show,
    now: clock.now,
    freshMs: 0,
  })
}

/** Keeps an answer where that is possible, but never one that belongs to somebody who is not signed in any more: that is not even shown. */
export async function keepOwn(save: Promise<void>): Promise<void> {
  try {
    await save
  } catch (cause) {
    if (cause instanceof SessionChanged)
      throw new AppError('unauthorized', 'somebody else is signed in now', {}, { cause })
  }
}
