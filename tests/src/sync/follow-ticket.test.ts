import Dexie from 'dexie'
import { expect, it, onTestFinished } from 'vitest'
import { LarderDatabase } from '#db/database.ts'
import { findTicket, saveSnapshot } from '#db/tickets.ts'
import type { Api } from '#lib/api/client.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'
import { newDatabaseName } from '../support/device.ts'
import { noTotals, snapshotOf, ticketRow } from '../support/snapshots.ts'

it('an answer that is older than the payment heard meanwhile is dropped, also where that is written while it is looked at', async () => {
  const db = new LarderDatabase(newDatabaseName())
  onTestFinished(() => db.delete())
  const unpaid = snapshotOf()
  const paid = snapshotOf({ status: 'PaymentComplete', totals: { ...noTotals, total: '$17.42' } })
  await db.tickets.put(ticketRow({ draftId: 'draft', ticketId: unpaid.id, snapshot: unpaid, updatedAt: 1 }))
  // The payment's answer comes between the look at the row and what is written for the older one.
  let heard: PromiseLike<void> | undefined
  let looks = 0
  const { get } = db.tickets
  db.tickets.get = ((key: string) => {
    const found: unknown = Reflect.apply(get, db.tickets, [key])
    if (++looks === 2) heard = Dexie.ignoreTransaction(async () => await saveSnapshot(db, 'draft', paid, 3))
    return found
  }) as unknown as typeof get
  const api = { get: async () => ({ ticket_order: unpaid }) } as Partial<Api> as Api
  await followTicket({ db, api, clock: { now: () => 2 } }, 'draft', unpaid.id)
  db.tickets.get = get
  await heard
  expect(looks).toBe(2)
  expect((await findTicket(db, 'draft'))?.snapshot?.status).toBe('PaymentComplete')
})
