import type { FastifyInstance, FastifyReply } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import { type Call, register, registerRaw } from '#server/plugins/endpoints.ts'
import { runChange } from '#server/plugins/idempotency.ts'
import { changeGift, resendGift } from './gift-changes.ts'
import { passOn, takeBack } from './gift-pass-on.ts'
import { findOrder, listGiftIds } from './repository.ts'
import { type CardOrderPorts, orderAt } from './routes.ts'
import { cardOrderAnswer } from './service.ts'

/** For givers: following and changing sent gifts (extension `gift_changes`). Every change is idempotent by its key. */
export function addGiftRoutes(app: FastifyInstance, ports: CardOrderPorts): void {
  register(app, endpoints.listGifts, async ({ merchant, session: { userId } }) => ({
    body: { gifts: await listGifts(ports, merchant, userId) },
  }))
  registerRaw(app, endpoints.changeGift, (call) =>
    wakeDeliveries(
      ports,
      runChange(
        ports,
        endpoints.changeGift,
        call,
        (made, tx) => changeGift(tx, made.merchant, orderAt(made), made.body, ports),
        {
          guard: ({ body }) =>
            countChange(ports, call, {
              sends: body.recipient_email !== undefined || body.recipient_phone !== undefined,
            }),
        },
      ),
    ),
  )
  registerRaw(app, endpoints.resendGift, (call) =>
    wakeDeliveries(
      ports,
      runChange(
        ports,
        endpoints.resendGift,
        call,
        (made, tx) => resendGift(tx, made.merchant, orderAt(made), ports),
        { guard: () => countChange(ports, call, { sends: true }) },
      ),
    ),
  )
}

/** For members: passing a card on (extension `gift_pass_on`). */
export function addPassOnRoutes(app: FastifyInstance, ports: CardOrderPorts): void {
  registerRaw(app, endpoints.passCard, (call) =>
    wakeDeliveries(
      ports,
      runChange(
        ports,
        endpoints.passCard,
        call,
        ({ merchant, session: { userId }, params, body, request: { language } }, tx) =>
          passOn(tx, merchant, { userId, language, cardId: params['id']! }, body, ports),
        {
          guard: ({ merchant, request, session: { userId } }) =>
            ports.limits.count(
              merchant.locationId,
              ...byClient(ports, request, 'gift', { name: 'giftPassedOfUser', of: userId }),
            ),
        },
      ),
    ),
  )
  registerRaw(app, endpoints.takeBackGift, (call) =>
    runChange(
      ports,
      endpoints.takeBackGift,
      call,
      (made, tx) => takeBack(tx, made.merchant, orderAt(made), ports),
      { guard: () => countChange(ports, call, { sends: false }) },
    ),
  )
}

/** Looks for messages to send right after the commit, instead of up to a minute later. */
async function wakeDeliveries(
  { deliveryWorker }: Pick<CardOrderPorts, 'deliveryWorker'>,
  reply: Promise<FastifyReply>,
): Promise<FastifyReply> {
  const sent = await reply
  void deliveryWorker.wake()
  return sent
}

async function listGifts(ports: CardOrderPorts, merchant: Merchant, userId: string): Promise<CardOrder[]> {
  const ids = await listGiftIds(ports.database, merchant.locationId, userId)
  const orders = await Promise.all(ids.map((id) => findOrder(ports.database, merchant.locationId, id)))
  return orders.flatMap((order) => (order ? [cardOrderAnswer(merchant, order, ports).body.card_order] : []))
}

/** Counts a change of a gift. Throws 429 rate_limited. */
const countChange = (
  ports: Pick<CardOrderPorts, 'limits' | 'trustProxy'>,
  { merchant, params, request }: Pick<Call<Endpoint>, 'merchant' | 'params' | 'request'>,
  { sends }: { sends: boolean },
): Promise<void> =>
  ports.limits.count(
    merchant.locationId,
    ...byClient(
      ports,
      request,
      'gift',
      ...(sends ? [{ name: 'giftSentOfOrder' as const, of: params['id']! }] : []),
    ),
  )
