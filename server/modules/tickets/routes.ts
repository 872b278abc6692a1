import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { BalancePorts } from '#server/modules/cards/balance-check.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import { checkTime, register, registerRaw } from '#server/plugins/endpoints.ts'
import { registerChange, runChange } from '#server/plugins/idempotency.ts'
import { addTenderRoutes } from './tender-routes.ts'
import { payTicket, type PaymentPorts } from './payment.ts'
import {
  addItems,
  applyPromoCode,
  changeItem,
  createTicket,
  readTicket,
  removeItem,
  setTip,
  updateTicket,
} from './service.ts'
import { addPlacedTicketRoutes, answerCheckIn, isCheckIn } from './placed-routes.ts'
import { submitTicket } from './submit.ts'
import { ticketAt } from './ticket-at.ts'
import type { TicketAt } from './ticket.ts'

/** The ticket order (specification §7 *Ticket order*). Every change is idempotent by its key, even `create`, which is a GET. */
export function addTicketRoutes(app: FastifyInstance, ports: PaymentPorts & BalancePorts): void {
  register(app, endpoints.getTicket, (call) => {
    checkTime(call.query.time)
    return readTicket(ports.database, call.merchant, ticketAt(call), ports)
  })
  registerChange(
    app,
    ports,
    endpoints.createTicket,
    ({ merchant, query, session, request }, tx) => {
      checkTime(query.time)
      return createTicket(tx, merchant, { userId: session?.userId, language: request.language }, ports)
    },
    {
      guard: ({ merchant, request }) =>
        ports.limits.count(merchant.locationId, ...byClient(ports, request, 'start')),
    },
  )
  registerChange(app, ports, endpoints.addItems, (call, tx) =>
    addItems(tx, call.merchant, ticketAt(call), call.body, ports),
  )
  registerChange(app, ports, endpoints.changeItem, (call, tx) =>
    changeItem(tx, call.merchant, lineAt(call), call.body, ports),
  )
  registerChange(app, ports, endpoints.removeItem, (call, tx) =>
    removeItem(tx, call.merchant, lineAt(call), ports),
  )
  registerRaw(app, endpoints.updateTicket, (call) =>
    isCheckIn(call.request.body)
      ? answerCheckIn(call, ports)
      : runChange(ports, endpoints.updateTicket, call, (one, tx) =>
          updateTicket(tx, one.merchant, ticketAt(one), one.body, ports),
        ),
  )
  registerChange(app, ports, endpoints.setTip, (call, tx) =>
    setTip(tx, call.merchant, ticketAt(call), call.body, ports),
  )
  registerChange(
    app,
    ports,
    endpoints.applyPromoCode,
    (call, tx) => applyPromoCode(tx, call.merchant, ticketAt(call), call.body.promo_code, ports),
    {
      // Codes are short and can be guessed (reliability X5).
      guard: ({ merchant, params, request }) =>
        ports.limits.count(
          merchant.locationId,
          ...byClient(ports, request, 'promo', { name: 'promoOfTicket', of: params['id']! }),
        ),
    },
  )
  registerRaw(app, endpoints.payTicket, (call) => payTicket(call, ports))
  registerChange(
    app,
    ports,
    endpoints.submitTicket,
    (call, tx) => submitTicket(tx, call.merchant, ticketAt(call), call.body, ports),
    {
      movesMoney: true,
    },
  )
  addTenderRoutes(app, ports)
  addPlacedTicketRoutes(app, ports)
}

type LineCall = Parameters<typeof ticketAt>[0]

const lineAt = (asked: LineCall): TicketAt & { index: string } => ({
  ...ticketAt(asked),
  index: asked.params['index']!,
})
