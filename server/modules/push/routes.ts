import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dayMs } from '#contract/durations.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Ids } from '#contract/ports.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { isTerminal } from '#contract/rules/ticket.ts'
import type { PushSubscriptionBody } from '#contract/schemas/push.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import {
  dropSubscription,
  isSubscribed,
  keepSubscription,
} from '#server/modules/order-messages/subscriptions.ts'
import { isGuestsOwn, orderKeyOf } from '#server/modules/tickets/privacy.ts'
import { getPlacedTicket } from '#server/modules/tickets/service.ts'
import type { SlotTables } from '#server/modules/tickets/slots.ts'
import type { Ticket, TicketAt } from '#server/modules/tickets/ticket.ts'
import { register } from '#server/plugins/endpoints.ts'
import { type IdempotencyPorts, registerChange } from '#server/plugins/idempotency.ts'
import { fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import type { Push } from '#server/ports/push/push.ts'

type PushPorts = IdempotencyPorts & {
  ids: Ids
  slots: SlotTables
  limits: Limits
  push: Push
  trustProxy: boolean
}

/**
 * Extension `order_push`: a browser of anybody who may read an order can subscribe to it; one with the order's key, or of its member, counts as the guest's
 * own. Throws 404 for an order that may not be read, 409 for one that is not placed, is over, or has its maximum of browsers, 422 for an invalid push service,
 * 429.
 */
export function addPushRoutes(app: FastifyInstance, ports: PushPorts): void {
  const count = (
    { locationId }: Merchant,
    request: FastifyRequest,
    params: Readonly<Record<string, string>>,
  ): Promise<void> =>
    ports.limits.count(
      locationId,
      ...byClient(ports, request, 'push', { name: 'pushOfTicket', of: params['id']! }),
    )
  register(app, endpoints.getPushKey, async () => ({ body: { public_key: ports.push.publicKey } }))
  registerChange(
    app,
    ports,
    endpoints.subscribeToOrder,
    async ({ merchant, params, session, body, request }, tx) => {
      const { language } = request
      const at = { id: params['id']!, userId: session?.userId, language, orderKey: orderKeyOf(request) }
      await subscribe(tx, merchant, at, body, ports)
      return { body: { notified: true } }
    },
    { guard: ({ merchant, request, params }) => count(merchant, request, params) },
  )
  registerChange(
    app,
    ports,
    endpoints.unsubscribeFromOrder,
    async ({ merchant, params, session, body }, tx) => {
      const { id } = await getPlacedTicket(tx, merchant, { id: params['id']!, userId: session?.userId })
      dropSubscription(tx, { locationId: merchant.locationId, ticketId: id }, body.endpoint)
      return { body: { notified: false }, isRepeatable: true }
    },
  )
  register(app, endpoints.findOrderSubscription, async ({ merchant, params, session, body }) => {
    const at = { id: params['id']!, userId: session?.userId }
    const notified = await ports.database.transaction(async (tx) => {
      const { id } = await getPlacedTicket(tx, merchant, at)
      return await isSubscribed(tx, { locationId: merchant.locationId, ticketId: id }, body.endpoint)
    })
    return { body: { notified } }
  })
}

async function subscribe(
  tx: Transaction,
  merchant: Merchant,
  at: TicketAt & { language: PageLanguage },
  { endpoint, keys }: PushSubscriptionBody,
  ports: PushPorts,
): Promise<void> {
  const address = { endpoint, p256dh: keys.p256dh, auth: keys.auth }
  if (!ports.push.accepts(address))
    throw fieldProblem(422, 'endpoint', 'We cannot send notifications to this browser.')
  const ticket = await getPlacedTicket(tx, merchant, at)
  if (isTerminal(ticket.status))
    throw new ProblemError(409, 'bad_request', `There are no more updates for order ${ticket.name}.`)
  const browser = { ...address, language: at.language, isOwn: isGuestsOwn(ticket, at) }
  const order = { locationId: merchant.locationId, ticketId: ticket.id }
  if (!(await keepSubscription(tx, ports, order, browser, endOf(merchant, ticket, ports))))
    throw new ProblemError(409, 'bad_request', 'Five devices already get updates on this order.')
}

/** A day from now, or after the order's time where that is later: no message is sent after that, whatever happens. */
function endOf(
  merchant: Merchant,
  { readyDate, readyTime }: Ticket,
  { clock, slots }: Pick<PushPorts, 'clock' | 'slots'>,
): number {
  const nowMs = clock.now()
  const readyMs =
    readyDate === undefined || readyTime === undefined
      ? undefined
      : slots.findInstant(merchant, readyDate, readyTime)
  return Math.max(nowMs, readyMs ?? nowMs) + dayMs
}
