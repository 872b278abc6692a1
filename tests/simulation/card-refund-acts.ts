import { priceCardRefund } from '#contract/pricing/card-refund.ts'
import type { RefundCardOrderBody, StaffCardOrderAnswer } from '#contract/schemas/staff-card.ts'
import type { CardRefundTap, Stage } from './book.ts'
import type { RefundCardsAct } from './plan.ts'
import { askAsStaff, sendRefund } from './refund-acts.ts'
import type { World } from './world.ts'

/** Staff refund what is left on the cards of an order: once, twice under one key, or two people at the same moment. */
export async function refundCards(world: World, stage: Stage, act: RefundCardsAct): Promise<void> {
  const orders = await world.committed<{ id: string; reference: string }>(
    `SELECT o.id, o.reference FROM card_orders o JOIN card_order_payments p ON p.location_id = o.location_id AND p.order_id = o.id
     WHERE o.status = 'Submitted' ORDER BY p.created_at, o.id`,
  )
  const order = orders[act.which % Math.max(1, orders.length)]
  if (!order) return
  const path = `/staff/card-orders/${order.reference}`
  const seen = await askAsStaff(world, stage, { method: 'GET', path })
  const refundable =
    seen?.status === 200 ? (JSON.parse(seen.body) as StaffCardOrderAnswer).order.refundable : undefined
  world.count(`look at an order of cards: ${refundable ? 'with a refund' : 'without one'}`)
  if (!refundable) return
  const { amountCents } = priceCardRefund(refundable, act)
  if (amountCents === 0) return
  await world.scheduler.wait(act.looksMs)
  await world.proveStaff(stage.people.staff.userId)
  const body: RefundCardOrderBody = {
    amount_cents: amountCents,
    shipping: act.shipping,
    reason: 'guest_asked',
  }
  const tap = (): CardRefundTap => {
    const one = { key: world.random.uuid(), orderId: order.id, cents: amountCents, answers: [] }
    stage.book.cardRefundTaps.push(one)
    world.tell('staff', `refunds ${amountCents} cents of cards of ${order.id.slice(0, 8)} (${act.sends})`)
    return one
  }
  const first = tap()
  const second = act.sends === 'once' ? undefined : act.sends === 'twice' ? first : tap()
  const send = (one: CardRefundTap): Promise<void> =>
    sendRefund(world, stage, one, { path: `${path}/refund`, body })
  await Promise.all([send(first), second && send(second)])
}
