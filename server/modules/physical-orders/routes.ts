import type { FastifyInstance, FastifyReply } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { chargedCustomerOf } from '#contract/rules/kept-card.ts'
import type { PhysicalOrderBody } from '#contract/schemas/physical-order.ts'
import { cardOrderPayable, cardOrderPayment, type Checkout } from '#server/modules/card-orders/checkout.ts'
import {
  type CardOrderPorts,
  countPromoCode,
  countStart,
  requesterOf,
  orderAt,
} from '#server/modules/card-orders/routes.ts'
import { getOrder, readOrder } from '#server/modules/card-orders/service.ts'
import { chargeOnce } from '#server/modules/payments/charge-once.ts'
import { paymentClientOf } from '#server/modules/payments/declines.ts'
import { type Call, register, registerRaw } from '#server/plugins/endpoints.ts'
import { claimOf } from '#server/plugins/claim.ts'
import { answerReply, registerChange, runChange, sendReply } from '#server/plugins/idempotency.ts'
import {
  buyerOf,
  physicalOrderAnswer,
  productsOf,
  startPhysicalOrder,
  updatePhysicalOrder,
  wholeOrder,
} from './service.ts'

const endpoint = endpoints.updatePhysicalOrder
type UpdateCall = Call<typeof endpoint>

/** Cards by mail (specification §7): coupon, update and checkout are one call with the whole order; `status: "Submit"` pays. */
export function addPhysicalOrderRoutes(app: FastifyInstance, ports: CardOrderPorts): void {
  register(app, endpoints.listPhysicalProducts, async ({ merchant }) => ({ body: productsOf(merchant) }))
  registerChange(
    app,
    ports,
    endpoints.startPhysicalOrder,
    async (call, tx) => startPhysicalOrder(tx, call.merchant, requesterOf(call), call.body, ports),
    { guard: (call) => countStart(ports, call) },
  )
  register(app, endpoints.getPhysicalOrder, async (call) =>
    physicalOrderAnswer(
      call.merchant,
      await readOrder(ports.database, call.merchant, orderAt(call), 'physical'),
      ports,
    ),
  )
  registerRaw(app, endpoint, (call) =>
    call.body.status === 'Submit' ? checkOut(call, ports) : update(call, ports),
  )
}

const update = (call: UpdateCall, ports: CardOrderPorts): Promise<FastifyReply> =>
  runChange(
    ports,
    endpoint,
    call,
    (one, tx) => updatePhysicalOrder(tx, one.merchant, orderAt(one), one.body, ports),
    {
      guard: (one) => countUpdate(one, ports),
    },
  )

/** Counts an update, and a try of a promo code when the code is newly typed: every update repeats it. */
async function countUpdate(call: UpdateCall, ports: CardOrderPorts): Promise<void> {
  await ports.changes.count(call)
  const typed = call.body.promo_code?.trim().toUpperCase() ?? ''
  if (typed === '') return
  const { promoCode } = await readOrder(ports.database, call.merchant, orderAt(call), 'physical')
  if (promoCode?.toUpperCase() !== typed) await countPromoCode(ports, call)
}

async function checkOut(call: UpdateCall, ports: CardOrderPorts): Promise<FastifyReply> {
  const { merchant, body } = call
  const claim = claimOf(endpoint, call, ports, { movesMoney: true })
  await countUpdate(call, ports)
  const { reply, replayed } = await chargeOnce(ports, claim, {
    merchant,
    payable: cardOrderPayable(ports),
    id: orderAt(call).id,
    client: paymentClientOf(ports, call),
    request: async (tx) => {
      const order = await getOrder(tx, merchant, orderAt(call), 'physical')
      return cardOrderPayment(
        tx,
        merchant,
        { order, key: claim.key, checkout: checkoutOf(body), change: wholeFrom(call, ports) },
        ports,
      )
    },
    replyOf: (order) => answerReply(endpoint, physicalOrderAnswer(merchant, order, ports, thanks)),
  })
  void ports.deliveryWorker.wake()
  return sendReply(call.reply, reply, { replayed })
}

const thanks = 'Thank you! We will mail your gift cards. Please allow 2 to 3 business days for delivery.'

const wholeFrom =
  ({ merchant, body }: UpdateCall, ports: CardOrderPorts) =>
  (order: Parameters<typeof wholeOrder>[1]): ReturnType<typeof wholeOrder> =>
    wholeOrder(merchant, order, body, ports)

const checkoutOf = (body: PhysicalOrderBody): Checkout => ({
  amount: body.amount,
  paymentSource: body.payment_source ?? body.payment_token,
  customerId: chargedCustomerOf(body),
  buyer: buyerOf(body),
})
