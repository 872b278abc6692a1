import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ticketServices } from '#app/ticket-services.ts'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import type { WatchedTicket } from '#db/observe.ts'
import { appendChanges } from '#db/tickets.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName, nextUuid } from '../support/device.ts'

const who = { locationId: 'tavola-nyc', principal: 'guest' }
const transaction = IDBDatabase.prototype.transaction

/** A phone that wakes up: this many reads of its database fail, as in Safari, and writes succeed. */
let failing = 0
let failed = 0
let db: LarderDatabase
let stumbling: { mockRestore(): void }
beforeEach(async () => {
  failing = failed = 0
  stumbling = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...asked
  ) {
    if (asked[1] !== 'readwrite' && failing > 0) {
      failing--
      failed++
      throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
    }
    return transaction.apply(this, asked)
  })
  db = await openDatabase(newDatabaseName())
})
afterEach(() => {
  db.close()
  stumbling.mockRestore()
})

const record = (line: string) =>
  appendChanges(
    db,
    who,
    { draftId: nextUuid(), createOpId: nextUuid() },
    [{ opId: nextUuid(), change: add(line) }],
    1,
  )

/** Records the order's observed states, each as the number of its waiting changes. */
function observe(): (number | undefined)[] {
  const heard: (number | undefined)[] = []
  const session = { principal: () => who.principal, subscribe: () => () => undefined }
  ticketServices({ db, locationId: who.locationId, session } as never).observeTicket(
    (watched?: WatchedTicket) => heard.push(watched?.pending.length),
  )
  return heard
}

describe('a store that stumbles as the phone wakes up (D8)', () => {
  it('is read again, and the order that was there is never said to be gone', async () => {
    await record('a')
    const heard = observe()
    await expect.poll(() => heard).toEqual([2])
    failing = 2
    await record('b')
    await expect.poll(() => heard.at(-1)).toBe(3)
    expect([heard, failed]).toEqual([[2, 3], 2])
  })

  it('reads as no order when it fails three times', async () => {
    await record('a')
    failing = 3
    const heard = observe()
    await expect.poll(() => heard).toEqual([undefined])
  })
})
