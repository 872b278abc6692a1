import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Session } from '#server/plugins/auth.ts'
import { type Call, checkedBody, register } from '#server/plugins/endpoints.ts'
import { registerChange, runChange } from '#server/plugins/idempotency.ts'
import type { FastifyReply } from 'fastify'
import { cancelByGuest } from './cancel.ts'
import { checkIn } from './check-in.ts'
import { updateDelivery } from './delivery.ts'
import { findOpenTicket, listTicketHistory } from './history.ts'
import { lookUpItem } from './lookup.ts'
import type { PaymentPorts } from './payment.ts'
import { orderKeyOf } from './privacy.ts'
import type { TicketAt } from './ticket.ts'

/** The calls for a placed order (specification §4, §7). */
export function addPlacedTicketRoutes(app: FastifyInstance, ports: PaymentPorts): void {
  registerChange(app, ports, endpoints.updateDelivery, (call, tx) =>
    updateDelivery(tx, call.merchant, placedAt(call), call.body, ports),
  )
  registerChange(
    app,
    ports,
    endpoints.cancelTicket,
    async (call, tx) => ({
      ...(await cancelByGuest(tx, call.merchant, placedAt(call), ports)),
      after: () => ports.kitchen.wake(),
    }),
    { movesMoney: true },
  )
  register(app, endpoints.listTicketHistory, async ({ merchant, session, query }) => ({
    body: await listTicketHistory(ports.database, merchant, session.userId, query.page, ports),
  }))
  register(app, endpoints.findOpenTicket, async ({ merchant, session }) => ({
    body: await findOpenTicket(ports.database, merchant, session.userId, ports),
  }))
  register(app, endpoints.lookupItem, async ({ merchant, params, query }) => ({
    body: lookUpItem(merchant, params['item']!, query.modifiers),
  }))
}

/** Check-in uses the same call as a change of the ticket (§7): the body tells which. */
export const isCheckIn = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'recipient_checked_in' in body

/** `PUT .../ticketorder/{id}` with `recipient_checked_in`. */
export function answerCheckIn(
  call: Call<typeof endpoints.updateTicket>,
  ports: PaymentPorts,
): Promise<FastifyReply> {
  const { checkIn: endpoint } = endpoints
  return runChange(
    ports,
    endpoint,
    { ...call, body: checkedBody(endpoint, call.request.body) },
    async (one, tx) => ({
      ...(await checkIn(tx, one.merchant, placedAt(one), one.body, ports)),
      after: () => ports.kitchen.wake(),
    }),
  )
}

const placedAt = ({
  params,
  session,
  request,
}: Pick<Call<Endpoint>, 'params' | 'request'> & { session: Session | undefined }): TicketAt => ({
  id: params['id']!,
  userId: session?.userId,
  orderKey: orderKeyOf(request),
})
