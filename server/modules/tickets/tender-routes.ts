import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { BalancePorts } from '#server/modules/cards/balance-check.ts'
import { registerChange, registerPreparedChange } from '#server/plugins/idempotency.ts'
import { prepareRedeemByNumber, redeemByNumber } from './card-by-number.ts'
import { redeemReward, releaseTenders } from './release.ts'
import type { TicketPorts } from './ports.ts'
import { redeemOwnCard } from './tenders.ts'
import { ownTicketAt, ticketAt } from './ticket-at.ts'

const movesMoney = { movesMoney: true }

/** Gift cards and rewards on a ticket (specification §7 *Ticket order*; extension `tender_release`). */
export function addTenderRoutes(app: FastifyInstance, ports: TicketPorts & BalancePorts): void {
  registerChange(
    app,
    ports,
    endpoints.redeemReward,
    (call, tx) => redeemReward(tx, call.merchant, ownTicketAt(call), call.body.reward_id, ports),
    movesMoney,
  )
  registerChange(
    app,
    ports,
    endpoints.redeemCard,
    (call, tx) => redeemOwnCard(tx, call.merchant, ownTicketAt(call), call.body, ports),
    movesMoney,
  )
  registerPreparedChange(
    app,
    ports,
    endpoints.importAndRedeemCard,
    {
      before: (call) => prepareRedeemByNumber(call, ports),
      change: (call, tx, guess) => redeemByNumber(call, tx, guess, ports),
    },
    movesMoney,
  )
  registerChange(
    app,
    ports,
    endpoints.releaseTenders,
    (call, tx) => releaseTenders(tx, call.merchant, ticketAt(call), ports),
    movesMoney,
  )
}
