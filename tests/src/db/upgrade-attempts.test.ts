import Dexie from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addAttempt, findAttempt, listAttempts } from '#db/attempts.ts'
import { LarderDatabase, openDatabase } from '#db/database.ts'
import { expectConsole } from '../../setup/strict-console.ts'
import { newDatabaseName } from '../support/device.ts'

/** The database as builds before version 5 created it. */
function olderBuild(name: string): Dexie {
  const older = new Dexie(name)
  older.version(1).stores({
    meta: 'key',
    tickets: 'draftId, [locationId+principal]',
    outbox: '++seq, &opId, draftId, locationId',
    attempts: 'key, draftId',
  })
  older.version(4).stores({ cardOrders: 'orderId, [locationId+principal]', cardAttempts: 'key, orderId' })
  // Like every build: closes for a newer one, and does not open again by itself.
  older.on('versionchange', () => {
    older.close()
    return false
  })
  return older
}

const who = { locationId: 'tavola-nyc', principal: 'guest' }
const payment = {
  key: 'k1',
  ...who,
  draftId: 'draft',
  ticketId: 'ticket',
  createdAt: 1,
  kind: 'payment',
  body: { tip: 0, amount: 5, payment_source: 'pm' },
}
const cards = {
  key: 'k2',
  ...who,
  orderId: 'order',
  createdAt: 2,
  kind: 'card',
  body: { amount: 50, payment_token: 'pm' },
}
const posted = {
  key: 'k3',
  ...who,
  as: 'guest',
  orderId: 'post',
  createdAt: 3,
  kind: 'physical',
  body: { amount: 54.95 },
}

describe('the store of an older build', () => {
  const open: Dexie[] = []
  afterEach(() => {
    for (const one of open.splice(0)) one.close()
  })

  it('is left as it was when its upgrade fails half-way: the portal continues in memory, and the next launch has all of it (D11)', async () => {
    const name = newDatabaseName()
    const older = olderBuild(name)
    await older.table('attempts').bulkAdd([payment, { ...payment, key: 'k4', draftId: 'other' }])
    await older.table('outbox').add({ opId: 'waits', ...who, draftId: 'draft' })
    older.close()
    let puts = 0
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      if (++puts === 2) throw new DOMException('full', 'QuotaExceededError')
      return this.add({ ...payment, payableId: 'draft' })
    })
    await expect(openDatabase(name)).rejects.toThrow(/full/)
    put.mockRestore()
    expect(puts).toBe(2)
    const again = olderBuild(name)
    open.push(again)
    expect([await again.table('attempts').count(), await again.table('outbox').count()]).toEqual([2, 1])
    again.close()
    const db = await openDatabase(name)
    open.push(db)
    expect((await listAttempts(db, who.locationId, 'guest')).map(({ key }) => key)).toEqual(['k1', 'k4'])
    expect(await db.outbox.where('opId').equals('waits').count()).toBe(1)
  })

  it('is upgraded without losing a payment that is under way, whatever is paid', async () => {
    const name = newDatabaseName()
    const older = olderBuild(name)
    await older.table('attempts').bulkAdd([
      { ...payment, sent: true },
      { ...payment, key: 'k0', draftId: 'other', sent: false },
    ])
    await older.table('cardAttempts').bulkAdd([cards, posted])
    older.close()
    const db = await openDatabase(name)
    open.push(db)
    expect(await findAttempt(db, 'draft')).toEqual({
      key: 'k1',
      ...who,
      payable: 'ticket',
      payableId: 'draft',
      serverId: 'ticket',
      createdAt: 1,
      sent: true,
      kind: 'payment',
      body: payment.body,
    })
    expect(await findAttempt(db, 'other')).toMatchObject({ sent: false })
    // They had no `sent` mark: they may have left the device.
    expect(await findAttempt(db, 'order')).toMatchObject({
      key: 'k2',
      payable: 'card-order',
      kind: 'checkout',
      serverId: 'order',
      sent: true,
      body: cards.body,
    })
    expect(await findAttempt(db, 'post')).toMatchObject({
      key: 'k3',
      payable: 'posted-order',
      kind: 'checkout',
      as: 'guest',
      sent: true,
    })
    expect((await listAttempts(db, 'tavola-nyc', 'guest')).map(({ key }) => key).toSorted()).toEqual([
      'k0',
      'k1',
      'k2',
      'k3',
    ])
  })

  it('accepts no more payments from an old tab that is open', async () => {
    const name = newDatabaseName()
    const oldTab = olderBuild(name)
    open.push(oldTab)
    await oldTab.table('attempts').add({ ...payment, sent: true })
    const db = await openDatabase(name)
    open.push(db)
    await expect(oldTab.table('attempts').add({ ...payment, key: 'late', draftId: 'late' })).rejects.toThrow(
      /closed|not found/i,
    )
    await expect(oldTab.table('cardAttempts').add({ ...cards, key: 'later' })).rejects.toThrow(
      /closed|not found/i,
    )
    expect((await listAttempts(db, 'tavola-nyc', 'guest')).map(({ key }) => key)).toEqual(['k1'])
  })

  it('takes over the payments that an old build, loaded again on the new store, has stored: none is lost', async () => {
    expectConsole('warn', /Schema was extended/)
    const name = newDatabaseName()
    const db = await openDatabase(name)
    await addAttempt(db, {
      ...who,
      key: 'new',
      payable: 'ticket',
      payableId: 'd',
      serverId: 't',
      createdAt: 4,
      sent: false,
      kind: 'release',
    })
    db.close()
    const oldBuild = olderBuild(name)
    await oldBuild.table('attempts').add({ ...payment, sent: true })
    await oldBuild.table('cardAttempts').add(cards)
    oldBuild.close()
    for (let times = 0; times < 2; times++) {
      const again = await openDatabase(name)
      expect(
        (await listAttempts(again, 'tavola-nyc', 'guest')).map(({ key, sent }) => `${key} ${sent}`),
      ).toEqual(['k1 true', 'k2 true', 'new false'])
      again.close()
    }
  })

  it('a newer build’s store is left alone (D10)', async () => {
    const name = newDatabaseName()
    const newer = new LarderDatabase(name)
    newer.version(new LarderDatabase('any').verno + 1).stores({ something: 'id' })
    await newer.open()
    newer.close()
    await expect(openDatabase(name)).rejects.toThrow('newer version of the portal')
  })
})
