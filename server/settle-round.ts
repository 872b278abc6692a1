import type { MerchantDirectory } from '#server/merchants/merchant.ts'
import { freeLeftPromo, listOrdersHoldingPromo } from '#server/modules/card-orders/promo.ts'
import { refundSomeCardOrders } from '#server/modules/card-orders/refunds.ts'
import type { OrderPorts } from '#server/modules/card-orders/service.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { type Hanging, listHanging } from '#server/modules/payments/attempts.ts'
import { patienceMs, settleHanging } from '#server/modules/payments/hanging.ts'
import { refreshFullSlots } from '#server/modules/tickets/capacity.ts'
import { type RefundPorts, refundSome } from '#server/modules/tickets/refunds.ts'
import { listWaitingTickets, type SettlerPorts, settleTicket } from '#server/modules/tickets/settler.ts'
import { withPayable } from '#server/payables.ts'

/** What nobody came back for, whatever was paid: tickets, payments without an answer, uses of promo codes, refunds. */

export type RoundPorts = SettlerPorts &
  RefundPorts &
  OrderPorts & { directory: MerchantDirectory; limits: Limits }

/** A round comes this often. */
export const settleEveryMs = 20_000
const mostAtOnce = 20

/** One round over all merchants. What fails is logged and left for the next round; the others are settled. */
export async function settleRound(ports: RoundPorts): Promise<void> {
  const { database, directory, clock } = ports
  const merchants = new Map(directory.list().map((merchant) => [merchant.locationId, merchant]))
  const locationIds = [...merchants.keys()]
  const nowMs = clock.now()
  for (const { location_id: locationId, id } of await listWaitingTickets(database, locationIds, nowMs))
    await logged(ports, () => settleTicket(merchants.get(locationId)!, id, ports))
  for (const one of await listHanging(database, locationIds, {
    nowMs,
    beforeMs: nowMs - patienceMs,
    most: mostAtOnce,
  }))
    await logged(ports, () => settlePayment(one, ports))
  for (const { location_id: locationId, id } of await listOrdersHoldingPromo(database, locationIds, nowMs))
    await logged(ports, () => freeLeftPromo(database, merchants.get(locationId)!, id, nowMs))
  while (await refundSome(locationIds, nowMs, ports)) continue
  while (await refundSomeCardOrders(locationIds, nowMs, ports)) continue
  await refreshFullSlots(database, [...merchants.values()], ports.slots, nowMs)
}

function settlePayment(hanging: Hanging, ports: RoundPorts): Promise<void> {
  const merchant = ports.directory.list().find(({ locationId }) => locationId === hanging.locationId)!
  return withPayable(hanging.payable.kind, ports, (payable) =>
    settleHanging(merchant, payable, hanging, ports),
  )
}

async function logged({ log }: RoundPorts, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log({ level: 'error', event: 'settling_failed', error: error instanceof Error ? error.name : 'unknown' })
  }
}
