import { expect, it } from 'vitest'
import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { LarderDatabase } from '#db/database.ts'
import { saveLocation } from '#db/locations.ts'
import type { Api } from '#lib/api/client.ts'
import { readTicket } from '#lib/sync/read-ticket.ts'
import { dinnerTime } from '../../server/support/larder.ts'
import { newDatabaseName } from '../support/device.ts'
import { locationCopy } from '../support/merchant-data.ts'
import { snapshotOf } from '../support/snapshots.ts'

it('a ticket is requested with the restaurant’s own time of day, and with UTC’s while the restaurant is not known @AT-02', async () => {
  const db = new LarderDatabase(newDatabaseName())
  const sent: unknown[] = []
  const api = {
    send: async (...call: unknown[]) => {
      sent.push(call)
      return { ticket_order: snapshotOf() }
    },
  } as Partial<Api> as Api
  const ports = { db, api, clock: { now: () => dinnerTime }, locationId: 'tavola-nyc' }
  expect(await readTicket(ports, 'ticket-1')).toEqual(snapshotOf())
  await saveLocation(db, { locationId: 'tavola-nyc', copy: locationCopy(), etags: {}, savedAt: 1 })
  await readTicket(ports, 'ticket-1')
  const params = { id: 'ticket-1' }
  expect(sent).toEqual([
    [ticketEndpoints.getTicket, { params, query: { time: '11:00pm' } }],
    [ticketEndpoints.getTicket, { params, query: { time: '6:00pm' } }],
  ])
})
