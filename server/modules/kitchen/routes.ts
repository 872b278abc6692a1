import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { pauseLengthNames, pauseReasonNames } from '#contract/rules/order-pause.ts'
import { soldOutLengthNames } from '#contract/rules/sold-out.ts'
import { reasonText } from '#contract/rules/refund-words.ts'
import type { KitchenAnswer } from '#contract/schemas/kitchen.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { TicketPorts } from '#server/modules/tickets/ports.ts'
import { recordAct } from '#server/modules/staff/acts.ts'
import { type Call, register } from '#server/plugins/endpoints.ts'
import { type IdempotencyPorts, registerChangeAndRead } from '#server/plugins/idempotency.ts'
import type { KitchenSystem } from '#server/ports/kitchen/kitchen.ts'
import { kitchenOf, moveOrder, refundPlaced, switchKitchen } from './orders.ts'
import { beginPause, checkSeenPause, endPause, findPause } from './pause.ts'
import { checkSeenDish, getDish, listSoldOut, restock, sellOut } from './sold-out.ts'
import { lockKitchen } from './switch.ts'

type KitchenPorts = IdempotencyPorts &
  TicketPorts & {
    system: KitchenSystem
    /** Called when a pause has started or ended, or a dish has sold out. */
    changed(): void
  }

/** For the staff's page (`/kitchen`): the host's own location only. */
export function addKitchenRoutes(app: FastifyInstance, ports: KitchenPorts): void {
  const kitchen = ({ merchant }: { merchant: Merchant }): Promise<KitchenAnswer> =>
    kitchenOf(ports.database, merchant, ports)
  const wake = (): void => ports.kitchen.wake()
  register(app, endpoints.getKitchen, async (call) => ({ body: await kitchen(call) }))
  registerChangeAndRead(app, ports, endpoints.switchKitchen, {
    change: async (call, tx) => {
      const { merchant, body } = call
      const action = body.is_on ? 'kitchen_switched_on' : 'kitchen_switched_off'
      if (await switchKitchen(tx, merchant, body.is_on, ports)) recordAct(tx, ports, call, { action })
      return wake
    },
    read: kitchen,
  })
  registerChangeAndRead(app, ports, endpoints.pauseOrders, {
    change: (call, tx) => changePause(call, tx, ports),
    read: kitchen,
  })
  registerChangeAndRead(app, ports, endpoints.sellOut, {
    change: (call, tx) => changeSoldOut(call, tx, ports),
    read: kitchen,
  })
  registerChangeAndRead(
    app,
    ports,
    endpoints.moveKitchenOrder,
    {
      change: async (call, tx) => {
        const { merchant, params, body, session } = call
        const userId = 'userId' in session ? session.userId : undefined
        const asked = { ...body, userId }
        const cancelled = await moveOrder(tx, merchant, params['id']!, asked, ports)
        if (cancelled) recordAct(tx, ports, call, { action: 'order_cancelled', ...cancelled })
        return wake
      },
      read: kitchen,
    },
    { movesMoney: true },
  )
  registerChangeAndRead(
    app,
    ports,
    endpoints.refundKitchenOrder,
    {
      change: async (call, tx) => {
        const { merchant, params, body, session } = call
        const refund = { body, userId: session.userId }
        const refunded = await refundPlaced(tx, merchant, params['id']!, refund, ports)
        // Without the staff's own words: they may name the guest, and are stored with the refund and forgotten with it.
        const reason = reasonText(body.reason) || undefined
        recordAct(tx, ports, call, { action: 'order_refunded', ...refunded, reason })
        return wake
      },
      read: kitchen,
    },
    { movesMoney: true },
  )
}

/** Starts or ends a pause, and records it. It applies at once on this server; others pick it up later. */
async function changePause(
  call: Call<typeof endpoints.pauseOrders>,
  tx: Transaction,
  ports: KitchenPorts,
): Promise<() => void> {
  const { merchant, body } = call
  const { clock, slots } = ports
  const { length, reason } = body
  await lockKitchen(tx, merchant.locationId, clock.now())
  const before = await findPause(tx, merchant.locationId, clock.now())
  checkSeenPause(before, body, clock.now())
  if (length === 'none') {
    endPause(tx, merchant)
    if (before) recordAct(tx, ports, call, { action: 'ordering_resumed' })
  } else
    recordAct(tx, ports, call, {
      action: 'ordering_paused',
      about: pauseLengthNames[length],
      reason: reason && pauseReasonNames[reason],
    })
  const pause = length === 'none' ? undefined : beginPause(tx, merchant, length, body, clock.now())
  return () => {
    slots.setPause(merchant.locationId, pause)
    ports.changed()
  }
}

/** Marks a dish as sold out or available again, and records it. It applies at once on this server; others pick it up later. */
async function changeSoldOut(
  call: Call<typeof endpoints.sellOut>,
  tx: Transaction,
  ports: KitchenPorts,
): Promise<() => void> {
  const { merchant, body } = call
  const { clock, soldOut } = ports
  const { item_id: itemId, length } = body
  const dish = getDish(merchant, itemId)
  const { name: about } = dish
  await lockKitchen(tx, merchant.locationId, clock.now())
  const before = await listSoldOut(tx, merchant, clock.now())
  checkSeenDish(merchant, dish, before, body, clock.now())
  if (length === 'none') {
    restock(tx, merchant, itemId)
    if (before.some((one) => one.item_id === itemId))
      recordAct(tx, ports, call, { action: 'dish_on_again', about })
  } else recordAct(tx, ports, call, { action: 'dish_sold_out', about, reason: soldOutLengthNames[length] })
  const found = length === 'none' ? undefined : sellOut(tx, merchant, itemId, length, clock.now())
  return () => {
    soldOut.setOne(merchant.locationId, itemId, found)
    ports.changed()
  }
}
