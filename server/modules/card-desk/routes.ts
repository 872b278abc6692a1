import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { register } from '#server/plugins/endpoints.ts'
import { registerChange, registerUnstored } from '#server/plugins/idempotency.ts'
import { holdCard, refundCardOrder, reissueCard, releaseCard, voidCard } from './acts.ts'
import { findCards } from './find.ts'
import type { CardDeskPorts } from './ports.ts'
import { staffCardAnswer, staffOrderAnswer } from './view.ts'

/** Gift cards in the staff's hands (extension `staff_cards`, decision 065). */
export function addCardDeskRoutes(app: FastifyInstance, ports: CardDeskPorts): void {
  const { database } = ports
  const money = { movesMoney: true }
  registerUnstored(app, endpoints.findCards, (call) => findCards(call, ports))
  register(app, endpoints.getStaffCard, async ({ merchant, params }) => ({
    body: await staffCardAnswer(database, merchant, params['id']!, ports),
  }))
  register(app, endpoints.getStaffCardOrder, async ({ merchant, params }) => ({
    body: await staffOrderAnswer(database, merchant, params['id']!, ports),
  }))
  registerChange(app, ports, endpoints.holdCard, (call, tx) => holdCard(call, tx, ports), money)
  registerChange(app, ports, endpoints.releaseCard, (call, tx) => releaseCard(call, tx, ports), money)
  registerChange(app, ports, endpoints.voidCard, (call, tx) => voidCard(call, tx, ports), money)
  registerChange(app, ports, endpoints.reissueCard, (call, tx) => reissueCard(call, tx, ports), money)
  registerChange(app, ports, endpoints.refundCardOrder, (call, tx) => refundCardOrder(call, tx, ports), money)
}
