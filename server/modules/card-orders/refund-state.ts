import { isoOf } from '#contract/local-instant.ts'
import type { RefundPart } from '#contract/schemas/refund.ts'
import type { Order } from './order.ts'

/** How a refund of an order stands, for its buyer, its receipt and the staff alike: its bank has it, has still to decide, or has sent it back. */
export const refundState = (
  { payment }: Pick<Order, 'payment'>,
  {
    doneAt,
    failedAt,
    isByHand,
    isByBank,
  }: Pick<Order['refunds'][number], 'doneAt' | 'failedAt' | 'isByHand' | 'isByBank'>,
): Pick<RefundPart, 'done_at' | 'failed_at' | 'by_hand' | 'dispute'> => ({
  ...(doneAt !== undefined && { done_at: isoOf(doneAt) }),
  ...(failedAt !== undefined && { failed_at: isoOf(failedAt) }),
  ...(isByHand && { by_hand: true }),
  ...(isByBank && { dispute: 'lost' as const }),
  ...(doneAt === undefined && payment?.isDisputed && { dispute: 'open' as const }),
})
