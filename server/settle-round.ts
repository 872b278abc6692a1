import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { freeLeftPromo, listOrdersHoldingPromo } from '#server/modules/card-orders/promo.ts'
import { refundSomeCardOrders } from '#server/modules/card-orders/refunds.ts'
import type { OrderPorts } from '#server/modules/card-orders/service.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { type Hanging, listHanging } from '#server/modules/payments/attempts.ts'
import { paymentTimeoutMs, settleHanging } from '#server/modules/payments/hanging.ts'
import { refreshFullSlots } from '#server/modules/tickets/capacity.ts'
import { type RefundPorts, refundSome } from '#server/modules/tickets/refunds.ts'
import { listWaitingTickets, type SettlerPorts, settleTicket } from '#server/modules/tickets/settler.ts'
import { withPayable } from '#server/payables.ts'
import { runSequentially } from '#server/plugins/run-sequentially.ts'

/** What nobody came back for, whatever was paid: tickets, payments without an answer, uses of promo codes, refunds. */

export type RoundPorts = SettlerPorts &
  RefundPorts &
  OrderPorts & { directory: MerchantDirectory; limits: Limits }

/** A round comes this often. */
export const settleEveryMs = 20_000
const maxPerRound = 20

/**
 * One round over all merchants. What fails is logged and left for the next round; the others are settled. Throws DatabaseAwayError where the database does
 * not answer.
 */
export async function settleRound(ports: RoundPorts): Promise<void> {
  const { database, directory, clock } = ports
  const merchants = new Map(directory.list().map((merchant) => [merchant.locationId, merchant]))
  const locationIds = [...merchants.keys()]
  const nowMs = clock.now()
  const of = (locationId: string): Merchant => merchants.get(locationId)!
  const waiting = await listWaitingTickets(database, locationIds, nowMs)
  await settleEach(waiting, ports, {
    merchantOf: (one) => of(one.location_id),
    settle: (merchant, { id }) => settleTicket(merchant, id, ports),
  })
  const old = { nowMs, beforeMs: nowMs - paymentTimeoutMs, maxRows: maxPerRound }
  await settleEach(await listHanging(database, locationIds, old), ports, {
    merchantOf: (one) => of(one.locationId),
    settle: (merchant, hanging) => settlePayment(merchant, hanging, ports),
  })
  await settleEach(await listOrdersHoldingPromo(database, locationIds, nowMs), ports, {
    merchantOf: (one) => of(one.location_id),
    settle: (merchant, { id }) => freeLeftPromo(database, merchant, id, nowMs),
  })
  while (await refundSome(locationIds, nowMs, ports)) continue
  while (await refundSomeCardOrders(locationIds, nowMs, ports)) continue
  await refreshFullSlots(database, [...merchants.values()], ports.slots, nowMs)
}

const settlePayment = (merchant: Merchant, hanging: Hanging, ports: RoundPorts): Promise<void> =>
  withPayable(hanging.payable.kind, ports, (payable) => settleHanging(merchant, payable, hanging, ports))

type Settling<T> = { merchantOf(one: T): Merchant; settle(merchant: Merchant, one: T): Promise<void> }

const settleEach = <T>(
  list: readonly T[],
  { log }: RoundPorts,
  { merchantOf, settle }: Settling<T>,
): Promise<void> =>
  runSequentially(list, {
    log,
    failed: 'settling_failed',
    nameOf: (one) => merchantOf(one).label,
    work: (one) => settle(merchantOf(one), one),
  })
