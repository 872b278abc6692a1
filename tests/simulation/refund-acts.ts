import { leftCentsOf, priceRefund, type RefundChoice } from '#contract/pricing/refund.ts'
import { numberFromCents } from '#contract/money.ts'
import type { KitchenAnswer, KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { Refundable, RefundBody } from '#contract/schemas/refund.ts'
import type { RefundTap, Stage } from './book.ts'
import { place } from './server.ts'
import type { RefundAct } from './plan.ts'
import type { World } from './world.ts'

/** Staff refund a part of a placed order: they look at it, choose, and tap, for the amount that they see. */

const tries = 3
/** A server that has died is back by then (ms). */
const againMs = 2500

type Asked = { status: number; body: string; replayed: boolean }

/** Where the kitchen's calls begin. */
export const kitchenPath = `/location/${place.location}/kitchen`

/** A call of the staff's pages; undefined if the server dies before it answers. */
export async function askAsStaff(
  world: World,
  stage: Stage,
  of: { method: 'GET' | 'PUT' | 'POST'; path: string; key?: string; body?: object },
): Promise<Asked | undefined> {
  const { app, door } = world.server
  if (door.isDead) return undefined
  world.underWay++
  const heard = await door.life
    .before(
      app.inject({
        method: of.method,
        url: `/api${of.path}`,
        headers: {
          host: place.host,
          authorization: `Bearer ${stage.people.staff.token}`,
          ...(of.key !== undefined && { 'idempotency-key': of.key }),
        },
        ...(of.body && { payload: of.body }),
      }),
    )
    .finally(() => world.underWay--)
  return (
    heard && {
      status: heard.value.statusCode,
      body: heard.value.body,
      replayed: heard.value.headers['idempotent-replayed'] !== undefined,
    }
  )
}

/** The orders on the staff's board, or none if the server does not answer. */
export async function listOrders(world: World, stage: Stage): Promise<KitchenOrder[]> {
  const seen = await askAsStaff(world, stage, { method: 'GET', path: kitchenPath })
  return seen?.status === 200 ? (JSON.parse(seen.body) as KitchenAnswer).orders : []
}

/** Refunds a part of an order: once, twice under one key, or by two people at the same moment. */
export async function refundPart(world: World, stage: Stage, act: RefundAct): Promise<void> {
  const orders = (await listOrders(world, stage)).filter(
    ({ refundable }) => refundable !== undefined && leftCentsOf(refundable) > 0,
  )
  const order = orders[act.which % Math.max(1, orders.length)]
  if (!order) return
  const body = bodyOf(order.refundable!, act)
  if (body.amount === 0) return
  await world.scheduler.wait(act.looksMs)
  await world.proveStaff(stage.people.staff.userId)
  const tap = (): RefundTap => {
    const one: RefundTap = {
      key: world.random.uuid(),
      ticketId: order.id,
      cents: Math.round(body.amount * 100),
      leftCents: leftCentsOf(order.refundable!),
      answers: [],
    }
    stage.book.refundTaps.push(one)
    world.tell('staff', `refunds ${one.cents} cents of ${order.id.slice(0, 8)} (${act.sends})`)
    return one
  }
  const first = tap()
  const second = act.sends === 'once' ? undefined : act.sends === 'twice' ? first : tap()
  const path = `${kitchenPath}/orders/${order.id}/refund`
  const send = (one: RefundTap): Promise<void> => sendRefund(world, stage, one, { path, body })
  await Promise.all([send(first), second && send(second)])
}

/** Sends a refund until there is an answer, each time with its key. */
export async function sendRefund(
  world: World,
  stage: Stage,
  tap: Pick<RefundTap, 'key' | 'answers'>,
  of: { path: string; body: object },
): Promise<void> {
  for (let tried = 0; tried < tries; tried++) {
    const heard = await askAsStaff(world, stage, { method: 'POST', key: tap.key, ...of })
    if (heard) {
      tap.answers.push(heard.status)
      world.tell(
        'staff',
        `refund ${tap.key.slice(0, 8)}: ${heard.status}${heard.replayed ? ' (as before)' : ''}`,
      )
      world.count(`refund: ${heard.status < 300 ? 'made' : 'refused'}`)
      if (heard.status >= 500 || ![200, 409].includes(heard.status))
        stage.book.unexpected.push(
          `the staff’s page has no words for a refund: ${heard.status} ${heard.body}`,
        )
      return
    }
    world.count('refund: no answer')
    await world.scheduler.wait(againMs)
  }
}

function bodyOf(order: Refundable, act: RefundAct): RefundBody {
  const quantityOf = (at: number, left: number): number =>
    act.isWhole ? left : (act.share * (at + 1)) % (left + 1)
  const choice: RefundChoice = {
    lines: order.lines
      .map(({ index, quantity, refunded }, at) => ({
        index,
        quantity: quantityOf(at, quantity - refunded),
      }))
      .filter(({ quantity }) => quantity > 0),
    delivery: act.isWhole || act.delivery,
    tipCents: act.isWhole || act.tip ? order.tip_cents : 0,
  }
  return {
    lines: [...choice.lines],
    delivery: choice.delivery,
    tip: numberFromCents(choice.tipCents),
    amount: numberFromCents(priceRefund(order, choice).totalCents),
    left: numberFromCents(leftCentsOf(order)),
    reason: 'quality',
  }
}
