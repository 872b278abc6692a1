import type { FailedRefund, FailedRefundsAnswer, SettleRefundBody } from '#contract/schemas/failed-refund.ts'
import type { Guest, TestLarder } from './larder.ts'
import { completeOrder } from './orders.ts'
import type { SignedIn } from './people.ts'
import { cancelOwn, place } from './placed.ts'

/** Refunds that did not arrive, as managers see and settle them. */

const path = '/staff/failed-refunds'

/** Those of the location, the oldest first. */
export const listFailed = async (who: SignedIn): Promise<FailedRefund[]> =>
  (await who.send<FailedRefundsAnswer>('GET', path)).body.refunds

export const settleRefund = (
  who: SignedIn,
  { id, amount_cents }: Pick<FailedRefund, 'id' | 'amount_cents'>,
  how: SettleRefundBody['how'],
  options: { key?: string } = {},
) =>
  who.send<FailedRefundsAnswer>(
    'POST',
    `${path}/${encodeURIComponent(id)}/settle`,
    { how, amount_cents } satisfies SettleRefundBody,
    options,
  )

/** One of an order that was paid for with the test card whose bank takes nothing back, and cancelled by its guest. */
export async function failedRefund(
  larder: TestLarder,
  guest: Guest,
  manager: SignedIn,
): Promise<FailedRefund> {
  const order = await place(guest, await completeOrder(guest), '4000000000005126')
  await cancelOwn(guest, order.id)
  await larder.minute()
  return (await listFailed(manager)).find(({ about }) => about === order.name)!
}
