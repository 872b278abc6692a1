import { expect, it, vi } from 'vitest'
import { ticketServices } from '#app/ticket-services.ts'
import { openDatabase } from '#db/database.ts'
import { appendChanges, findActiveTicket } from '#db/tickets.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName, nextUuid } from '../support/device.ts'

const who = { locationId: 'tavola-nyc', principal: 'guest' }

it('what is typed faster than the store writes is written in its last state, not key by key', async () => {
  const db = await openDatabase(newDatabaseName())
  const draftId = nextUuid()
  const start = { draftId, createOpId: nextUuid() }
  await appendChanges(db, who, start, [{ opId: nextUuid(), change: add('a') }], 1)
  const session = { principal: () => who.principal, subscribe: () => () => undefined }
  const { keepContact } = ticketServices({ db, locationId: who.locationId, session } as never)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const keys = [...'2125550142'].map((_, at, all) => all.slice(0, at + 1).join(''))
  await Promise.all(keys.map((recipient_phone) => keepContact(draftId, { recipient_phone })))
  const written = put.mock.calls.length
  put.mockRestore()
  const active = await findActiveTicket(db, who.locationId, who.principal)
  expect([active?.row.contact, written]).toEqual([{ recipient_phone: '2125550142' }, 2])
  db.close()
})
