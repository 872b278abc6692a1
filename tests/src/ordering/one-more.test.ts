import { expect, it } from 'vitest'
import { ticketServices } from '#app/ticket-services.ts'
import { openDatabase } from '#db/database.ts'
import { findActiveTicket } from '#db/tickets.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { add } from '../support/changes.ts'
import { newDatabaseName, nextUuid } from '../support/device.ts'

const who = { locationId: 'tavola-nyc', principal: 'guest' }

it('the same dish that two tabs add at once counts twice, on one line', async () => {
  const name = newDatabaseName()
  const tabs = [await openDatabase(name), await openDatabase(name)]
  const services = tabs.map((db) =>
    ticketServices({
      db,
      locationId: who.locationId,
      ids: { uuid: nextUuid },
      clock: { now: () => 1 },
      flush: async () => undefined,
      session: { principal: () => who.principal },
    } as never),
  )
  await services[0]!.recordOneMore(add('first'))
  await Promise.all(services.map((one, at) => one.recordOneMore(add(`tab ${at}`))))
  const active = (await findActiveTicket(tabs[0]!, who.locationId, who.principal))!
  const { lines } = viewTicket(active.row, active.pending, undefined)
  expect(lines.map(({ lineId, quantity }) => [lineId, quantity])).toEqual([['first', 3]])
  for (const db of tabs) db.close()
})
