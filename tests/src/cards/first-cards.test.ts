import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { saveCards } from '#db/cards.ts'
import { openDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { findFirstCards } from '#db/first-cards.ts'
import { wipePersonal } from '#db/wipe.ts'
import { card } from '../support/account.ts'
import { readFirstCards } from '../../../src/launch/first-cards.ts'

const own = { locationId: 'tavola-nyc', principal: 'ada' }
const cards = [card(), card({ id: 'card-2', balance: 0 })]

/** A phone's database with Ada signed in, as the portal writes it. */
async function storeOfAda() {
  const indexedDB = new IDBFactory()
  const db = await openDatabase(databaseName, { indexedDB, IDBKeyRange })
  await db.sessions.put({
    ...own,
    token: 't',
    refreshToken: 'r',
    expiresAt: 9,
    email: 'ada@example.com',
    signedInAt: 1,
  })
  await saveCards(db, { ...own, cards, savedAt: 7 })
  return { indexedDB, db }
}

afterEach(() => vi.unstubAllGlobals())

describe('the cards that a launch reads by itself', () => {
  it('are those of who is signed in, as the portal keeps them', async () => {
    const { indexedDB } = await storeOfAda()
    expect(await findFirstCards(indexedDB, own.locationId)).toEqual({ principal: 'ada', cards, savedAt: 7 })
  })

  it('are none at another location, of somebody else, and after signing out', async () => {
    const { indexedDB, db } = await storeOfAda()
    expect(await findFirstCards(indexedDB, 'grill')).toBeNull()
    await db.sessions.update(own.locationId, { principal: 'bob' })
    expect(await findFirstCards(indexedDB, own.locationId)).toBeUndefined()
    await db.sessions.update(own.locationId, { principal: 'ada' })
    await wipePersonal(db, own.locationId)
    expect(await findFirstCards(indexedDB, own.locationId)).toBeNull()
  })

  it.each([
    { where: 'the tab has no session of its own', token: null, said: null },
    { where: 'the tab has the only copy of a session', token: 't', said: undefined },
  ])('say that nobody is signed in only where $where', async ({ token, said }) => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('localStorage', { getItem: () => null })
    vi.stubGlobal('sessionStorage', { getItem: () => token })
    expect(await readFirstCards('/mycards', own.locationId)).toBe(said)
  })

  it('are none where the row is damaged (D14)', async () => {
    const { indexedDB, db } = await storeOfAda()
    for (const broken of [{ cards: 'odd' }, { cards: [{ id: 'x' }] }, { savedAt: 'never' }]) {
      await db.table('cards').put({ ...own, cards, savedAt: 7, ...broken })
      expect(await findFirstCards(indexedDB, own.locationId)).toBeUndefined()
    }
  })

  it('are none where it cannot be read whether a sign-out was cut short', async () => {
    const { indexedDB } = await storeOfAda()
    vi.stubGlobal('indexedDB', indexedDB)
    vi.stubGlobal('localStorage', { getItem: () => null })
    expect(await readFirstCards('/mycards', own.locationId)).toMatchObject({ principal: 'ada' })
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
    expect(await readFirstCards('/mycards', own.locationId)).toBeUndefined()
  })

  it('make no store where there is none, and hold up no upgrade', async () => {
    const indexedDB = new IDBFactory()
    expect(await findFirstCards(indexedDB, own.locationId)).toBeNull()
    expect(await indexedDB.databases()).toEqual([])
    // The portal's own first opening then creates the database.
    const db = await openDatabase(databaseName, { indexedDB, IDBKeyRange })
    expect(await db.cards.count()).toBe(0)
  })
})
