import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { BalancePorts } from '#server/modules/cards/balance-check.ts'
import type { Session } from '#server/plugins/auth.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { registerChange, registerPreparedChange } from '#server/plugins/idempotency.ts'
import { prepareRedeemByNumber, redeemByNumber } from './card-by-number.ts'
import { redeemReward, releaseTenders } from './release.ts'
import type { TicketPorts } from './ports.ts'
import { redeemOwnCard } from './tenders.ts'
import type { TicketAt } from './ticket.ts'

const movesMoney = { movesMoney: true }

/** Gift cards and rewards on a ticket (specification §7 *Ticket order*; extension `tender_release`). */
export function addTenderRoutes(app: FastifyInstance, ports: TicketPorts & BalancePorts): void {
  registerChange(
    app,
    ports,
    endpoints.redeemReward,
    (call, tx) => redeemReward(tx, call.merchant, ownAt(call), call.body.reward_id, ports),
    movesMoney,
  )
  registerChange(
    app,
    ports,
    endpoints.redeemCard,
    (call, tx) => redeemOwnCard(tx, call.merchant, ownAt(call), call.body, ports),
    movesMoney,
  )
  registerPreparedChange(
    app,
    ports,
    endpoints.importAndRedeemCard,
    (call) => prepareRedeemByNumber(call, ports),
    (call, tx, guess) => redeemByNumber(call, tx, guess, ports),
    movesMoney,
  )
  registerChange(
    app,
    ports,
    endpoints.releaseTenders,
    ({ merchant, params, session, request: { language } }, tx) =>
      releaseTenders(tx, merchant, { id: params['id']!, userId: session?.userId, language }, ports),
    movesMoney,
  )
}

type Asked = Pick<Call<Endpoint>, 'params' | 'request'> & { session: Session }

const ownAt = ({ params, session, request }: Asked): TicketAt & { userId: string } => ({
  id: params['id']!,
  userId: session.userId,
  language: request.language,
})
