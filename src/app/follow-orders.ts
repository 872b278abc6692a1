import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { savePlaced } from '#db/placed-orders.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { keepAnswer } from '#lib/query/device-backed.ts'
import type { Services } from '#lib/query/services.ts'
import { readPlaced } from '#lib/sync/read-placed.ts'
import { refreshTicket } from './refresh-ticket.ts'

/** Fetches what has changed about orders since the device last heard (see services.ts). An order that gets no answer does not block the others. */
export async function followOrders(
  services: Services,
  { placed, active, ofMember }: Parameters<Services['followOrders']>[0],
): Promise<void> {
  const asked = await Promise.allSettled([
    ...(active ? [refreshTicket(services)] : []),
    ...placed.map((id) => followPlaced(services, id)),
    ...(ofMember ? [findAwaited(services)] : []),
  ])
  const failed = asked.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** The orders that the member waits for, on whatever device they were placed. An API without the extension `open_ticket` knows of none. */
async function findAwaited(services: Services): Promise<void> {
  const { api, db, clock, locationId } = services
  const who = { locationId, principal: services.principal() }
  const askedAt = clock.now()
  const answer = await api.send(ticketEndpoints.findOpenTicket).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.details.status === 404) return undefined
    throw cause
  })
  for (const ticket of answer?.placed ?? [])
    await keepAnswer(() => savePlaced(db, who, ticket, askedAt, { isAwaited: true, heardAt: clock.now() }))
}

async function followPlaced(services: Services, id: string): Promise<void> {
  const { db, clock, locationId } = services
  const who = { locationId, principal: services.principal() }
  const askedAt = clock.now()
  const ticket = await readPlaced({ ...services, principal: who.principal }, id)
  await keepAnswer(() => savePlaced(db, who, ticket, askedAt, { heardAt: clock.now() }))
}
