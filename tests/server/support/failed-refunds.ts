import type { FailedRefund, FailedRefundsAnswer, SettleRefundBody } from '#contract/schemas/failed-refund.ts'
import type { Guest, TestLarder } from './larder.ts'
import { completeOrder } from './orders.ts'
import type { SignedIn } from './people.ts'
import { cancelOwn, place } from './placed.ts'

/** Failed refunds, as managers see and settle them. */

const path = '/staff/failed-refunds'

/** The location's failed refunds, the oldest first. */
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

/** A failed refund of an order that its guest paid with the test card whose bank returns refunds, and then canceled. */
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
