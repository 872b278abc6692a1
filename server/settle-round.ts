import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { freeLeftPromo, listOrdersHoldingPromo } from '#server/modules/card-orders/promo.ts'
import { refundCardOrderBatch } from '#server/modules/card-orders/refunds.ts'
import type { OrderPorts } from '#server/modules/card-orders/service.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { type Hanging, listHanging } from '#server/modules/payments/attempts.ts'
import { paymentTimeoutMs, settleHanging } from '#server/modules/payments/hanging.ts'
import { refreshFullSlots } from '#server/modules/tickets/capacity.ts'
import { type RefundPorts, refundBatch } from '#server/modules/tickets/refunds.ts'
import { listWaitingTickets, type SettlerPorts, settleTicket } from '#server/modules/tickets/settler.ts'
import { withPayable } from '#server/payables.ts'
import { runSequentially } from '#server/plugins/run-sequentially.ts'

/**
 * Settles whatever nobody came back for: tickets, payments without an answer, uses of promo codes, refunds. Three separate rounds, so that a provider that
 * hangs delays neither the placing of paid orders nor, while payments are asked about, the refunds.
 */

export type RoundPorts = SettlerPorts &
  RefundPorts &
  OrderPorts & { directory: MerchantDirectory; limits: Limits }

/** A round runs this often. */
export const settleEveryMs = 20_000
const maxPerRound = 20

/**
 * One round over all merchants, of what the database alone decides: tickets, and uses of promo codes. A failure is logged and left for the next round; the
 * others are settled. Throws DatabaseAwayError where the database does not answer.
 */
export async function settleRound(ports: RoundPorts): Promise<void> {
  const { database, directory, clock } = ports
  const { merchantOf, locationIds } = merchantsOf(ports)
  const nowMs = clock.now()
  await settleEach(await listWaitingTickets(database, locationIds, nowMs), ports, {
    merchantOf: (one) => merchantOf(one.location_id),
    settle: (merchant, { id }) => settleTicket(merchant, id, ports),
  })
  await settleEach(await listOrdersHoldingPromo(database, locationIds, nowMs), ports, {
    merchantOf: (one) => merchantOf(one.location_id),
    settle: (merchant, { id }) => freeLeftPromo(database, merchant, id, nowMs),
  })
  await refreshFullSlots(database, directory.list(), ports.slots, nowMs)
}

/**
 * One round over the payments without an answer. The provider is asked about all of them at once, since each takes more than a minute when it hangs. A failure
 * is logged and left for the next round. Throws DatabaseAwayError where the database does not answer.
 */
export async function hangingRound(ports: RoundPorts): Promise<void> {
  const { merchantOf, locationIds } = merchantsOf(ports)
  const nowMs = ports.clock.now()
  const old = { nowMs, beforeMs: nowMs - paymentTimeoutMs, maxRows: maxPerRound }
  const hanging = await listHanging(ports.database, locationIds, old)
  const settled = await Promise.allSettled(
    hanging.map((one) =>
      settleEach([one], ports, {
        merchantOf: ({ locationId }) => merchantOf(locationId),
        settle: (merchant) => settlePayment(merchant, one, ports),
      }),
    ),
  )
  for (const one of settled) if (one.status === 'rejected') throw one.reason
}

/** One round over pending refunds. Refunds that the provider does not confirm are requested again. Throws what the database throws. */
export async function refundRound(ports: RoundPorts): Promise<void> {
  const { locationIds } = merchantsOf(ports)
  const nowMs = ports.clock.now()
  while (await refundBatch(locationIds, nowMs, ports)) continue
  while (await refundCardOrderBatch(locationIds, nowMs, ports)) continue
}

function merchantsOf({ directory }: RoundPorts): {
  merchantOf(locationId: string): Merchant
  locationIds: string[]
} {
  const merchants = new Map(directory.list().map((merchant) => [merchant.locationId, merchant]))
  return {
    // The queries return only rows of these locations.
    merchantOf: (locationId) => merchants.get(locationId)!,
    locationIds: [...merchants.keys()],
  }
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
