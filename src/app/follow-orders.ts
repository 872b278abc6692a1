import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { savePlaced } from '#db/placed-orders.ts'
import { keepOwn } from '#lib/query/read-account.ts'
import type { Services } from '#lib/query/services.ts'
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

async function readPlaced({ api, db, clock, locationId, ...services }: Services, id: string): Promise<void> {
  const who = { locationId, principal: services.principal() }
  const { ticket_order } = await api.send(ticketEndpoints.getTicket, { params: { id } })
  await keepOwn(savePlaced(db, who, ticket_order, clock.now()))
}
