import type { Table } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { guest } from '#db/names.ts'
import { beginSession } from '#db/handover.ts'
import { listOwnRows } from '#db/own-rows.ts'
import { tablesByPrincipal } from '#db/personal.ts'
import { newDatabaseName } from '../support/device.ts'

const here = 'tavola-nyc'
const [ada, bo] = ['ada', 'bo']

let db: LarderDatabase
beforeEach(async () => void (db = await openDatabase(newDatabaseName())))
afterEach(() => db.close())

/** A row of a person with a unique key, whatever the table's keys are called. */
function rowOf({ schema }: Table, locationId: string, principal: string): Record<string, unknown> {
  const { keyPath = [], auto } = schema.primKey
  const unique = schema.indexes.filter((index) => index.unique).map((index) => index.keyPath ?? [])
  const names = [auto ? [] : keyPath, unique].flat(2)
  const keys = names.map((name) => [name, `${name} of ${principal} at ${locationId}`])
  return { ...Object.fromEntries(keys), words: `of ${principal}`, locationId, principal }
}

describe('the data that the device has of a person', () => {
  it('is in every table that is not the place’s or the device’s own', () => {
    const others = ['locations', 'menuBooks', 'meta', 'revocations', 'sessions']
    expect([...tablesByPrincipal(db).map(({ name }) => name), ...others].toSorted()).toEqual(
      db.tables.map(({ name }) => name).toSorted(),
    )
  })

  it('is listed from each of these tables as stored, with nothing of anybody else’s or from elsewhere', async () => {
    for (const table of tablesByPrincipal(db) as Table[])
      for (const [locationId, principal] of [
        [here, ada],
        [here, bo],
        ['grill-nyc', ada],
      ] as const)
        await table.put(rowOf(table, locationId, principal))
    const { sessions, ...rows } = await listOwnRows(db, here, ada)
    expect(rows).toEqual(
      Object.fromEntries(
        (tablesByPrincipal(db) as Table[]).map((table) => [
          table.name,
          [expect.objectContaining(rowOf(table, here, ada))],
        ]),
      ),
    )
    expect(sessions).toEqual([])
  })

  it('includes the session without anything that could sign in, and nothing of another person’s', async () => {
    const session = { token: 't', refreshToken: 'r', expiresAt: 9, email: 'ada@example.com', signedInAt: 1 }
    await db.sessions.put({ locationId: here, principal: ada, ...session })
    expect((await listOwnRows(db, here, ada))['sessions']).toEqual([
      { email: 'ada@example.com', signedInAt: 1, expiresAt: 9 },
    ])
    expect((await listOwnRows(db, here, bo))['sessions']).toEqual([])
  })
  it('includes what they began as a guest, and nothing of the guest is left in any table', async () => {
    for (const table of tablesByPrincipal(db) as Table[]) await table.put(rowOf(table, here, guest))
    const session = { token: 't', refreshToken: 'r', expiresAt: 9, email: 'ada@example.com', signedInAt: 1 }
    await beginSession(db, { locationId: here, principal: ada, ...session }, undefined, 1)
    const became: [table: string, of: string][] = []
    for (const table of tablesByPrincipal(db))
      became.push([table.name, (await table.toArray()).map(({ principal }) => principal).join()])
    expect(Object.fromEntries(became)).toEqual({
      tickets: ada,
      outbox: ada,
      paymentAttempts: ada,
      placedOrders: ada,
      cardOrders: ada,
      physicalOrders: ada,
      users: '',
      transactions: '',
      cards: '',
      receipts: '',
      ticketHistories: '',
      keptViews: '',
    })
  })
})
