import * as z from 'zod/mini'
import { define, readMs } from '../endpoint.ts'

/**
 * What became of a call that moves money, by its key: `answered`, its answer is kept and is given again to the same call; `running`, it is being worked
 * on; `withdrawn`, it had no effect and never will have one, though it may still arrive.
 */
export const WithdrawalAnswer = z.object({ state: z.enum(['withdrawn', 'answered', 'running']) })
export type WithdrawalAnswer = z.infer<typeof WithdrawalAnswer>

/** Paying, whatever is paid. */
export const paymentEndpoints = {
  /**
   * Extension `payment_withdrawal`: asks what became of a payment, a redemption or a submit whose answer was lost, and takes it back where the server
   * never got it. A guest can then be asked again without being charged twice.
   */
  withdrawPayment: define({
    method: 'POST',
    path: '/location/:loc/payment/:key/withdraw',
    caller: 'anyone',
    queue: 'never',
    answer: WithdrawalAnswer,
    timeoutMs: readMs,
  }),
}
