import { isoOf } from '#contract/local-instant.ts'
import type { Cents } from '#contract/money.ts'
import type { RefundPart } from '#contract/schemas/refund.ts'
import type { Order } from './order.ts'

/** The state of a refund, the same for buyer, receipt and staff: accepted, sent back, paid another way, or decided by the bank. */
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

/** What banks have taken of an order's payment beyond what covered its refunds. */
export const takenBeyondRefunds = ({ payment, refunds }: Pick<Order, 'payment' | 'refunds'>): Cents =>
  (payment?.takenCents ?? 0) -
  refunds.reduce((sum, { amountCents, isByBank }) => sum + (isByBank ? amountCents : 0), 0)
