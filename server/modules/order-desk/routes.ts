import type { FastifyInstance } from 'fastify'
import { currencyText } from '#contract/currency-text.ts'
import type { Clock } from '#contract/ports.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { StaffOrder } from '#contract/schemas/staff-order.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { staffViewOf } from '#server/modules/kitchen/staff-view.ts'
import { listLeftPayments } from '#server/modules/tickets/refund-view.ts'
import { listPlacedTickets } from '#server/modules/tickets/repository.ts'
import { register } from '#server/plugins/endpoints.ts'
import { registerUnstored } from '#server/plugins/idempotency.ts'
import { notFound } from '#server/plugins/problems.ts'
import { findOrders } from './find.ts'

type Ports = { database: Database; clock: Clock }

/** Placed orders of any age for the staff (extension `staff_orders`, decision 077). Their refunds work as the kitchen's do. */
export function addOrderDeskRoutes(app: FastifyInstance, ports: Ports): void {
  const { database, clock } = ports
  registerUnstored(app, endpoints.findOrders, async (call) => ({ body: await findOrders(call, database) }))
  register(app, endpoints.getStaffOrder, async ({ merchant, params }) => ({
    body: { order: await getOrder(database, merchant, params['id']!, clock.now()) },
  }))
}

/** A placed order of the location. Throws 404 for one that does not exist or is not placed. */
async function getOrder(
  database: Database,
  merchant: Merchant,
  id: string,
  nowMs: number,
): Promise<StaffOrder> {
  const [ticket] = await listPlacedTickets(database, merchant.locationId, 't.id = $2', '', [id])
  if (!ticket) throw notFound('We could not find this order.')
  const order = staffViewOf(merchant, ticket, nowMs)
  return {
    ...order,
    placed_at: new Date(ticket.placedAt).toISOString(),
    paid: [
      ...order.payments.map(({ display_name, display_amount }) => ({ display_name, display_amount })),
      ...listLeftPayments(ticket).map(({ displayName, cents }) => ({
        display_name: displayName,
        display_amount: currencyText(cents),
      })),
    ],
  }
}
