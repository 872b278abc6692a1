import { savePlaced } from '#db/placed-orders.ts'
import { keepAnswer } from '#lib/query/device-backed.ts'
import type { Services } from '#lib/query/services.ts'
import { readTicket } from '#lib/sync/read-ticket.ts'
import { refreshTicket } from './refresh-ticket.ts'

/** What has become of orders since the device heard of them last (see services.ts). One that gets no answer does not keep the others from theirs. */
export async function followOrders(
  services: Services,
  { placed, active }: Parameters<Services['followOrders']>[0],
): Promise<void> {
  const asked = await Promise.allSettled([
    ...(active ? [refreshTicket(services)] : []),
    ...placed.map((id) => readPlaced(services, id)),
  ])
  const failed = asked.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

async function readPlaced(services: Services, id: string): Promise<void> {
  const { db, clock, locationId } = services
  const who = { locationId, principal: services.principal() }
  const askedAt = clock.now()
  const ticket = await readTicket(services, id)
  await keepAnswer(() => savePlaced(db, who, ticket, askedAt))
}
