import * as z from 'zod/mini'
import { define, readMs } from '../endpoint.ts'

/**
 * What happened to a call that moves money, by its key: `answered`, its answer is stored and given again to the same call; `running`, it is in progress;
 * `withdrawn`, it had no effect and never will, even if it still arrives.
 */
export const WithdrawalAnswer = z.object({ state: z.enum(['withdrawn', 'answered', 'running']) })
export type WithdrawalAnswer = z.infer<typeof WithdrawalAnswer>

/** Payments of every kind. */
export const paymentEndpoints = {
  /**
   * Extension `payment_withdrawal`: asks what happened to a payment, a redemption or a submit whose answer was lost, and cancels it if the server never got it.
   * The guest can then try again without being charged twice.
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
