import { describe, expect, it } from 'vitest'
import { readCards, readTransactions } from '#lib/query/read-account.ts'
import { startTestLarder, tavola } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { card, transaction } from '../support/account.ts'
import { embedded } from '../support/embedded.ts'
import { deadNet, Phone, Tab } from '../support/tab.ts'

const loc = tavola.location

describe('reading a member’s own data', () => {
  it('without a network and without a copy is an error, and with a copy the copy', async () => {
    const larder = await startTestLarder(embedded, { verification: everybody })
    const ada = await Member.new(larder)
    const phone = new Phone(larder)
    const tab = await Tab.open(phone)
    await tab.signIn(ada.email)
    const offline = await Tab.open(phone, { net: deadNet })
    await expect(readCards(offline.reads, () => undefined)).rejects.toMatchObject({ kind: 'offline' })
    await expect(readTransactions(offline.reads, () => undefined)).rejects.toMatchObject({ kind: 'offline' })
    await tab.db.cards.put({ ...tab.who, cards: [card()], savedAt: 5 })
    await tab.db.transactions.put({ ...tab.who, transactions: [transaction()], savedAt: 6 })
    expect(await readCards(offline.reads, () => undefined)).toEqual({ value: [card()], savedAt: 5 })
    expect(await readTransactions(offline.reads, () => undefined)).toEqual({
      value: [transaction()],
      savedAt: 6,
    })
    const fresh = { value: [], savedAt: larder.clock.now() }
    expect([
      await readCards(tab.reads, () => undefined),
      await readTransactions(tab.reads, () => undefined),
    ]).toEqual([fresh, fresh])
    expect(phone.callsOf('/cards').map((call) => call.path)).toEqual([
      `/api/location/${loc}/cards?showall=true`,
    ])
    await larder.close()
  })

  it.each([
    ['has_error', { has_error: true, error: { message: 'not now' } }],
    ['an error alone', { error: { message: 'not now' } }],
  ])('gift cards with %s leaves the device’s copy as it is @ER-05 @EN-45', async (_name, says) => {
    const larder = await startTestLarder(embedded, { verification: everybody })
    const ada = await Member.new(larder)
    const phone = new Phone(larder)
    const tab = await Tab.open(phone)
    await tab.signIn(ada.email)
    await tab.db.cards.put({ ...tab.who, cards: [card()], savedAt: 5 })
    phone.net.otherwise = () => ({ status: 200, body: { cards: [], ...says } })
    expect(await readCards(tab.reads, () => undefined)).toEqual({ value: [card()], savedAt: 5 })
    await tab.db.cards.clear()
    await expect(readCards(tab.reads, () => undefined)).rejects.toMatchObject({
      kind: 'refused',
      message: 'not now',
    })
    expect(await tab.db.cards.count()).toBe(0)
    await larder.close()
  })
})
