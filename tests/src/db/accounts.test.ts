import Dexie from 'dexie'
import { describe, expect, it } from 'vitest'
import { removeAbandoned } from '#db/abandoned.ts'
import { findCards, saveCards } from '#db/cards.ts'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { listRevocations } from '#db/revocations.ts'
import {
  endSession,
  findSession,
  listSessions,
  replaceSession,
  SessionChangedError,
  type SessionRow,
} from '#db/sessions.ts'
import { listWaiting } from '#db/outbox.ts'
import { findActiveTicket } from '#db/tickets.ts'
import { findTransactions, saveTransactions } from '#db/transactions.ts'
import { findUser, saveUser } from '#db/users.ts'
import { card, transaction, user } from '../support/account.ts'
import { waitingRows, add } from '../support/changes.ts'
import { newDatabaseName } from '../support/device.ts'
import { ticketRow } from '../support/snapshots.ts'

const loc = 'tavola-nyc'
const own = { locationId: loc, principal: 'ada' }
const session = (changes: Partial<SessionRow> = {}): SessionRow => ({
  ...own,
  token: 't',
  refreshToken: 'r',
  expiresAt: 9,
  email: 'ada@example.com',
  signedInAt: 1,
  ...changes,
})
const newStore = (): Promise<LarderDatabase> => openDatabase(newDatabaseName())
/** Every kind of damage: another type, a missing field, an unrelated object. */
const damaged = (row: Record<string, unknown>, keys: string[]): Record<string, unknown>[] =>
  Object.keys(row)
    .filter((key) => !keys.includes(key))
    .flatMap((key) => [
      { ...row, [key]: { odd: true } },
      { ...row, [key]: undefined },
    ])

describe('the store of the first version', () => {
  it('is opened by this one with everything in it, and gains the tables of accounts', async () => {
    const name = newDatabaseName()
    const old = new Dexie(name)
    old.version(1).stores({
      meta: 'key',
      locations: 'locationId',
      menuBooks: '[locationId+mode]',
      tickets: 'draftId, [locationId+principal]',
      outbox: '++seq, &opId, draftId, locationId',
      attempts: 'key, draftId',
      placedOrders: 'ticketId, [locationId+principal], placedAt',
    })
    await old.table('tickets').put(ticketRow())
    await old.table('outbox').bulkPut(waitingRows(add('a'), add('b')))
    await old.table('meta').put({ key: 'k', value: 1 })
    old.close()
    const db = await openDatabase(name)
    const active = (await findActiveTicket(db, loc, 'guest'))!
    expect([
      active.row.ticketId,
      active.pending.map((op) => op.change),
      (await db.meta.get('k'))?.value,
    ]).toEqual(['ticket-1', [add('a'), add('b')], 1])
    await db.sessions.put(session())
    await saveUser(db, { ...own, user: user(), etag: null, savedAt: 1 })
    expect([await db.transactions.count(), await db.cards.count(), await db.revocations.count()]).toEqual([
      0, 0, 0,
    ])
  })
})

describe('a row of an account', () => {
  it('that is damaged counts as missing (D14)', async () => {
    const db = await newStore()
    const cases = [
      {
        table: db.sessions,
        row: session(),
        keys: ['locationId', 'revocationId', 'renewalKey'],
        find: () => findSession(db, loc),
      },
      {
        table: db.users,
        row: { ...own, user: user(), etag: 'e', savedAt: 1 },
        keys: ['locationId', 'principal'],
        find: () => findUser(db, loc, 'ada'),
      },
      {
        table: db.cards,
        row: { ...own, cards: [card()], savedAt: 1 },
        keys: ['locationId', 'principal'],
        find: () => findCards(db, loc, 'ada'),
      },
      {
        table: db.transactions,
        row: { ...own, transactions: [transaction()], savedAt: 1 },
        keys: ['locationId', 'principal'],
        find: () => findTransactions(db, loc, 'ada'),
      },
    ] as const
    for (const { table, row, keys, find } of cases) {
      await (table as Dexie.Table).put(row)
      expect(await find()).toEqual(row)
      for (const bad of damaged(row, [...keys])) {
        await (table as Dexie.Table).put(bad)
        expect(await find()).toBeUndefined()
      }
    }
    await db.cards.put({ ...own, cards: [{ ...card(), balance: '75' as never }], savedAt: 1 })
    expect(await findCards(db, loc, 'ada')).toBeUndefined()
    await db.outbox.add({
      ...waitingRows(add('a'))[0]!,
      change: { kind: 'user.update', body: 'x', etag: 1 } as never,
    })
    expect(await listWaiting(db, loc)).toEqual([])
    await db.revocations.bulkPut([{ revocationId: 'a' }, { revocationId: 7 as never }])
    expect(await listRevocations(db)).toEqual(['a'])
  })

  it('a session that cannot be read is none, and what waits for its person waits a day', async () => {
    const db = await newStore()
    await db.sessions.bulkPut([{ ...session(), token: 7 as never }])
    await db.tickets.bulkPut([
      ticketRow(own),
      ticketRow({ draftId: 'd2' }),
      ticketRow({ draftId: 'd3', principal: 'eve' }),
    ])
    await db.users.put({ ...own, user: user(), etag: null, savedAt: 1 })
    expect([await findSession(db, loc), await listSessions(db)]).toEqual([undefined, []])
    await removeAbandoned(db, loc, 1000)
    expect([
      await db.sessions.count(),
      await db.users.count(),
      (await db.tickets.toArray()).map((row) => row.principal),
    ]).toEqual([0, 0, ['guest', 'ada']])
    await removeAbandoned(db, loc, 1000 + 24 * 60 * 60 * 1000)
    expect((await db.tickets.toArray()).map((row) => row.principal)).toEqual(['guest'])
  })

  it('what waits for a person whose session ended waits a day at most after a clock was set right', async () => {
    const db = await newStore()
    const day = 24 * 60 * 60 * 1000
    const ahead = 366 * day
    await db.sessions.put(session())
    await db.tickets.put(ticketRow(own))
    await endSession(db, session(), ahead)
    await removeAbandoned(db, loc, 5000)
    await removeAbandoned(db, loc, 5000 + day - 1)
    expect(await db.tickets.count()).toBe(1)
    await removeAbandoned(db, loc, 5000 + day)
    expect(await db.tickets.count()).toBe(0)
  })

  it('is not written for somebody who is no longer signed in (U2)', async () => {
    const db = await newStore()
    await db.sessions.put(session({ principal: 'ben' }))
    await expect(saveUser(db, { ...own, user: user(), etag: null, savedAt: 1 })).rejects.toBeInstanceOf(
      SessionChangedError,
    )
    await expect(saveCards(db, { ...own, cards: [], savedAt: 1 })).rejects.toBeInstanceOf(SessionChangedError)
    await expect(saveTransactions(db, { ...own, transactions: [], savedAt: 1 })).rejects.toBeInstanceOf(
      SessionChangedError,
    )
    expect([await db.users.count(), await db.cards.count(), await db.transactions.count()]).toEqual([0, 0, 0])
  })

  it('tokens are replaced only where they are still the ones that were renewed', async () => {
    const db = await newStore()
    await db.sessions.put(session({ refreshToken: 'newer' }))
    expect(await replaceSession(db, session(), session({ refreshToken: 'mine' }))).toMatchObject({
      refreshToken: 'newer',
    })
    expect(await findSession(db, loc)).toMatchObject({ refreshToken: 'newer' })
    await db.sessions.clear()
    expect(await replaceSession(db, session(), session())).toBeUndefined()
    expect(await db.sessions.count()).toBe(0)
  })
})
