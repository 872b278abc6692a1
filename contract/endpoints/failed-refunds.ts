import { changeMs, define, readMs } from '../endpoint.ts'
import { FailedRefundsAnswer, SettleRefundBody } from '../schemas/failed-refund.ts'

/** Refunds that did not arrive (extension `failed_refunds`; decision 073). */
export const failedRefundEndpoints = {
  listFailedRefunds: define({
    method: 'GET',
    caller: 'manager',
    queue: 'read',
    timeoutMs: readMs,
    path: '/staff/failed-refunds',
    answer: FailedRefundsAnswer,
  }),
  settleFailedRefund: define({
    method: 'POST',
    caller: 'manager',
    sensitive: true,
    queue: 'never',
    timeoutMs: changeMs,
    // A debt to a guest can be settled even where the server has no room for anything new.
    finishes: true,
    path: '/staff/failed-refunds/:id/settle',
    body: SettleRefundBody,
    answer: FailedRefundsAnswer,
  }),
}
