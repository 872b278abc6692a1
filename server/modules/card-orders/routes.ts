import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { chargedCustomerOf } from '#contract/rules/kept-card.ts'
import type { CardOrderSubmitBody } from '#contract/schemas/card-order.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { chargeOnce, type ChargePorts } from '#server/modules/payments/charge-once.ts'
import { paymentClientOf } from '#server/modules/payments/declines.ts'
import type { Session } from '#server/plugins/auth.ts'
import { type Call, register, registerRaw } from '#server/plugins/endpoints.ts'
import type { PrebuiltAnswers } from '#server/plugins/prebuilt-answers.ts'
import { sendPrebuilt } from '#server/plugins/prebuilt.ts'
import { claimOf } from '#server/plugins/claim.ts'
import { answerReply, registerChange, sendReply } from '#server/plugins/idempotency.ts'
import { cardOrderPayable, cardOrderPayment, type Checkout } from './checkout.ts'
import { listedDesigns } from './designs.ts'
import type { DeliveryWorker } from './delivery-worker.ts'
import type { Requester, OrderAt } from './order.ts'
import { listPrograms } from './programs.ts'
import {
  cardOrderAnswer,
  getOrder,
  type OrderPorts,
  readOrder,
  startCardOrder,
  updateCardOrder,
} from './service.ts'

export type CardOrderPorts = OrderPorts &
  ChargePorts & { limits: Limits; trustProxy: boolean; deliveryWorker: DeliveryWorker }

/** Programs and card orders (specification §7 *Cards and payment*). Every change is idempotent by its key; a submit is charged once whatever the key. */
export function addCardOrderRoutes(
  app: FastifyInstance,
  answers: PrebuiltAnswers,
  ports: CardOrderPorts,
): void {
  registerRaw(app, endpoints.listPrograms, ({ merchant, request, reply }) =>
    sendPrebuilt(
      request,
      reply,
      answers.get(merchant, endpoints.listPrograms, 'programs', () => ({
        programs: listPrograms(merchant),
        ...listedDesigns(merchant),
      })),
    ),
  )
  registerChange(
    app,
    ports,
    endpoints.startCardOrder,
    (call, tx) => startCardOrder(tx, call.merchant, requesterOf(call), call.body, ports),
    { guard: (call) => countStart(ports, call) },
  )
  register(app, endpoints.getCardOrder, async (call) =>
    cardOrderAnswer(
      call.merchant,
      await readOrder(ports.database, call.merchant, orderAt(call), 'card'),
      ports,
    ),
  )
  registerChange(
    app,
    ports,
    endpoints.updateCardOrder,
    (call, tx) => updateCardOrder(tx, call.merchant, orderAt(call), call.body, ports),
    {
      // Codes are short and can be guessed (reliability X5).
      guard: async (call) => {
        await ports.changes.count(call)
        if (call.body.promo_code) await countPromoCode(ports, call)
      },
    },
  )
  registerRaw(app, endpoints.submitCardOrder, (call) => submitCardOrder(call, ports))
}

type Asked = Pick<Call<Endpoint>, 'params' | 'request'> & { session: Session | undefined }

/** Who makes a call, and the language they are served in. */
export const requesterOf = ({ session, request }: Omit<Asked, 'params'>): Requester => ({
  userId: session?.userId,
  language: request.language,
})

/** The order that a call names, and who asks for it. */
export const orderAt = (asked: Asked): OrderAt => ({ id: asked.params['id']!, ...requesterOf(asked) })

/** Counts an order that is started. Throws 429 rate_limited. */
export const countStart = (
  ports: Pick<CardOrderPorts, 'limits' | 'trustProxy'>,
  { merchant, request }: Pick<Call<Endpoint>, 'merchant' | 'request'>,
): Promise<void> => ports.limits.count(merchant.locationId, ...byClient(ports, request, 'start'))

/** Counts a promo code that is tried on an order. Throws 429 rate_limited. */
export const countPromoCode = (
  ports: Pick<CardOrderPorts, 'limits' | 'trustProxy'>,
  {
    merchant,
    params,
    request,
  }: Pick<Call<typeof endpoints.updateCardOrder>, 'merchant' | 'params' | 'request'>,
): Promise<void> =>
  ports.limits.count(
    merchant.locationId,
    ...byClient(ports, request, 'promo', { name: 'promoOfTicket', of: params['id']! }),
  )

async function submitCardOrder(
  call: Call<typeof endpoints.submitCardOrder>,
  ports: CardOrderPorts,
): Promise<FastifyReply> {
  const endpoint = endpoints.submitCardOrder
  const { merchant, body } = call
  const claim = claimOf(endpoint, call, ports, { movesMoney: true })
  await ports.changes.count(call)
  const { reply, replayed } = await chargeOnce(ports, claim, {
    merchant,
    payable: cardOrderPayable(ports),
    id: orderAt(call).id,
    client: paymentClientOf(ports, call),
    request: async (tx) => {
      const order = await getOrder(tx, merchant, orderAt(call), 'card')
      return cardOrderPayment(tx, merchant, { order, key: claim.key, checkout: checkoutOf(body) }, ports)
    },
    replyOf: (order) => answerReply(endpoint, cardOrderAnswer(merchant, order, ports)),
  })
  void ports.deliveryWorker.wake()
  return sendReply(call.reply, reply, { replayed })
}

const checkoutOf = (body: CardOrderSubmitBody): Checkout => ({
  amount: body.amount,
  paymentSource: body.payment_source ?? body.payment_token,
  customerId: chargedCustomerOf(body),
  buyer: {
    buyer_first_name: body.buyer_first_name ?? '',
    buyer_last_name: body.buyer_last_name ?? '',
    buyer_email: body.buyer_email ?? '',
  },
})
