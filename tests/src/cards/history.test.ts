import { describe, expect, it } from 'vitest'
import { findCardHistory, findCards, saveCardHistory, saveCards } from '#db/cards.ts'
import { openDatabase } from '#db/database.ts'
import { SessionChangedError } from '#db/sessions.ts'
import { wipePersonal } from '#db/wipe.ts'
import { card, transaction } from '../support/account.ts'
import { newDatabaseName } from '../support/device.ts'

const own = { locationId: 'tavola-nyc', principal: 'ada' }
const history = { transactions: [transaction()], savedAt: 7 }
const kept = { ...own, cardId: 'card-1' }

async function storeOfAda() {
  const db = await openDatabase(newDatabaseName())
  await db.sessions.put({
    ...own,
    token: 't',
    refreshToken: 'r',
    expiresAt: 9,
    email: 'ada@example.com',
    signedInAt: 1,
  })
  return db
}

describe('what happened on a card, on the device', () => {
  it('is kept when the list of cards is read again, and deleted with its card', async () => {
    const db = await storeOfAda()
    await saveCards(db, { ...own, cards: [card(), card({ id: 'card-2' })], savedAt: 1 })
    await saveCardHistory(db, { ...kept, history })
    await saveCards(db, { ...own, cards: [card({ balance: 1 })], savedAt: 2 })
    expect(await findCardHistory(db, kept)).toEqual(history)
    expect((await findCards(db, own.locationId, own.principal))?.cards).toEqual([card({ balance: 1 })])
    await saveCards(db, { ...own, cards: [card({ id: 'card-2' })], savedAt: 3 })
    expect(await findCardHistory(db, kept)).toBeUndefined()
  })

  it('is not stored for a card outside of the list, nor for a person who is not signed in', async () => {
    const db = await storeOfAda()
    await saveCardHistory(db, { ...kept, history })
    expect(await db.cards.count()).toBe(0)
    await saveCards(db, { ...own, cards: [card()], savedAt: 1 })
    await expect(saveCardHistory(db, { ...kept, principal: 'bob', history })).rejects.toBeInstanceOf(
      SessionChangedError,
    )
  })

  it('is deleted when signing out', async () => {
    const db = await storeOfAda()
    await saveCards(db, { ...own, cards: [card()], savedAt: 1 })
    await saveCardHistory(db, { ...kept, history })
    await wipePersonal(db, own.locationId)
    expect(await findCardHistory(db, kept)).toBeUndefined()
    expect(await db.cards.count()).toBe(0)
  })
})
