import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { checkTime, register, registerRaw } from '#server/plugins/endpoints.ts'
import { registerChange } from '#server/plugins/idempotency.ts'
import { payTicket, type PaymentPorts } from './payment.ts'
import { addItems, applyPromoCode, changeItem, createTicket, readTicket, removeItem, setTip, updateTicket } from './service.ts'
import { submitTicket } from './submit.ts'

/** The ticket order (specification §7 *Ticket order*). Every change is idempotent by its key; `create` too, though it is a GET. */
export function addTicketRoutes(app: FastifyInstance, ports: PaymentPorts): void {
  register(app, endpoints.getTicket, ({ merchant, params, query }) => {
    checkTime(query.time)
    return readTicket(ports.database, merchant, params['id']!, ports)
  })
  registerChange(app, ports, endpoints.createTicket, ({ merchant, query }, tx) => {
    checkTime(query.time)
    return createTicket(tx, merchant, ports)
  })
  registerChange(app, ports, endpoints.addItems, ({ merchant, params, body }, tx) => addItems(tx, merchant, params['id']!, body, ports))
  registerChange(app, ports, endpoints.changeItem, ({ merchant, params, body }, tx) => changeItem(tx, merchant, lineAt(params), body, ports))
  registerChange(app, ports, endpoints.removeItem, ({ merchant, params }, tx) => removeItem(tx, merchant, lineAt(params), ports))
  registerChange(app, ports, endpoints.updateTicket, ({ merchant, params, body }, tx) => updateTicket(tx, merchant, params['id']!, body, ports))
  registerChange(app, ports, endpoints.setTip, ({ merchant, params, body }, tx) => setTip(tx, merchant, params['id']!, body.tip, ports))
  registerChange(app, ports, endpoints.applyPromoCode, ({ merchant, params, body }, tx) =>
    applyPromoCode(tx, merchant, params['id']!, body.promo_code, ports),
  )
  registerRaw(app, endpoints.payTicket, (call) => payTicket(call, ports))
  registerChange(app, ports, endpoints.submitTicket, ({ merchant, params, body }, tx) => submitTicket(tx, merchant, params['id']!, body, ports), {
    movesMoney: true,
  })
}

const lineAt = (params: Readonly<Record<string, string>>): { id: string; index: string } => ({ id: params['id']!, index: params['index']! })
