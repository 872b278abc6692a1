import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { type FailedRefundsAnswer, maxFailedRefunds } from '#contract/schemas/failed-refund.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { listFailedOrderRefunds, settleOrderRefund } from '#server/modules/card-orders/failed-refunds.ts'
import { recordAct } from '#server/modules/staff/acts.ts'
import { listFailedTicketRefunds, settleTicketRefund } from '#server/modules/tickets/failed-refunds.ts'
import { type Call, register } from '#server/plugins/endpoints.ts'
import { type IdempotencyPorts, registerChangeAndRead } from '#server/plugins/idempotency.ts'
import { changedMeanwhile, notFound } from '#server/plugins/problems.ts'

/** Refunds that a bank sent back, for food and gift cards in one list, and what the staff do about them (extension `failed_refunds`, decision 073). */

type FailedRefundPorts = IdempotencyPorts & Parameters<typeof recordAct>[1]

/** Adds both calls. */
export function addFailedRefundRoutes(app: FastifyInstance, ports: FailedRefundPorts): void {
  const list = ({ merchant }: { merchant: Merchant }): Promise<FailedRefundsAnswer> =>
    listAll(ports.database, merchant)
  register(app, endpoints.listFailedRefunds, async (call) => ({ body: await list(call) }))
  registerChangeAndRead(
    app,
    ports,
    endpoints.settleFailedRefund,
    {
      // The next round sends it, within a minute.
      change: (call, tx) => settle(call, tx, ports).then(() => () => undefined),
      read: list,
    },
    { movesMoney: true },
  )
}

async function listAll(database: Queryable, { locationId }: Merchant): Promise<FailedRefundsAnswer> {
  const [food, cards] = await Promise.all([
    listFailedTicketRefunds(database, locationId),
    listFailedOrderRefunds(database, locationId),
  ])
  const refunds = [...food, ...cards].toSorted((one, other) => (one.failed_at < other.failed_at ? -1 : 1))
  return { refunds: refunds.slice(0, maxFailedRefunds) }
}

/** Throws 404, and 409 where it is no longer owed or is not what the staff saw. */
async function settle(
  call: Call<typeof endpoints.settleFailedRefund>,
  tx: Transaction,
  ports: FailedRefundPorts,
): Promise<void> {
  const { merchant, params, body } = call
  const settling = { id: params['id']!, how: body.how, amountCents: body.amount_cents }
  const settled =
    (await settleTicketRefund(tx, merchant.locationId, settling, ports)) ??
    (await settleOrderRefund(tx, merchant.locationId, settling, ports))
  if (!settled) throw notFound('We could not find this refund. It may have been sent again.')
  if (settled.outcome !== 'settled')
    throw changedMeanwhile(
      settled.outcome === 'disputed'
        ? 'A bank is deciding about this payment. Please wait until it has: it may give the money back itself.'
        : 'This refund is no longer open. Somebody else may have taken care of it.',
    )
  recordAct(tx, ports, call, {
    action: body.how === 'again' ? 'refund_sent_again' : 'refund_paid_by_hand',
    about: [settled.about, settled.displayName].filter(Boolean).join(' → '),
    amountCents: body.amount_cents,
  })
}
