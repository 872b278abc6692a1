import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Clock } from '#contract/ports.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import { type ReceiptAnswer, ReceiptType } from '#contract/schemas/receipt.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { serverAddressOf } from '#server/modules/accounts/ports.ts'
import { readOrderOfReceipt } from '#server/modules/card-orders/service.ts'
import { getReadableTicket } from '#server/modules/tickets/service.ts'
import { isPlaced } from '#server/modules/tickets/ticket.ts'
import { register } from '#server/plugins/endpoints.ts'
import { notFound } from '#server/plugins/problems.ts'
import { cardReceiptOf } from './card-receipt.ts'
import { ticketReceiptOf } from './ticket-receipt.ts'

type ReceiptPorts = { database: Database; clock: Clock; production: boolean }

type Asked = {
  merchant: Merchant
  userId: string | undefined
  id: string
  type: ReceiptType
  request: FastifyRequest
}

/** Receipts (specification §7 *Location*). Throws 404 for an order that is not placed, does not exist or is somebody else's. */
export function addReceiptRoutes(app: FastifyInstance, ports: ReceiptPorts): void {
  register(app, endpoints.getReceipt, async ({ merchant, query, session, request }) => ({
    body: await receiptOf(
      { merchant, userId: session?.userId, id: query.object_id, type: knownType(query.type), request },
      ports,
    ),
  }))
}

function knownType(type: string): ReceiptType {
  const known = ReceiptType.safeParse(type)
  if (!known.success) throw noReceipt()
  return known.data
}

const noReceipt = (): Error => notFound('There is no receipt for this order yet.')

async function receiptOf(
  { merchant, userId, id, type, request }: Asked,
  ports: ReceiptPorts,
): Promise<ReceiptAnswer> {
  const { database, clock } = ports
  const reached = serverAddressOf(ports, request)
  if (type === 'ticket_order') {
    const ticket = await getReadableTicket(database, merchant, { id, userId })
    if (!isPlaced(ticket)) throw noReceipt()
    return { receipt: ticketReceiptOf(merchant, ticket, { path: `/ticket/${id}`, reached }, clock.now()) }
  }
  const order = await readOrderOfReceipt(
    database,
    merchant,
    { id, userId },
    type === 'card_order' ? 'card' : 'physical',
  )
  if (order.status !== 'Submitted') throw noReceipt()
  const path = receiptPath(type, order.receiptId)
  return { receipt: cardReceiptOf(merchant, order, { path, reached }, clock.now()) }
}
