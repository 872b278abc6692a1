import type { Payments } from '#server/ports/payments/payments.ts'
import { PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import type { ProviderClient } from '#server/ports/payments/stripe.ts'
import type { Bank } from './disputes.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** What may go wrong between the server and the card provider. */
export type ProviderFault = 'lost-before' | 'lost-after' | undefined

/** What the provider needs of the world around it. */
export type ProviderPorts = {
  scheduler: Scheduler
  random: () => Random
  /** Asked at each call to the card provider. */
  providerFault: (what: string) => ProviderFault
  /** Who disputes payments; undefined before a session begins. */
  bank: () => Bank | undefined
}

/** The sandbox has no disputes: what depends on them is answered by the bank. */
export const withDisputes = (client: ProviderClient, { bank }: ProviderPorts): ProviderClient => ({
  getClientName: () => client.getClientName(),
  async makeRequest(host, port, path, method, headers, body, ...rest) {
    const send = () => client.makeRequest(host, port, path, method, headers, body, ...rest)
    const { 'Idempotency-Key': key } = headers as Record<string, unknown>
    const asked = { method, path, body: body ?? '', key: typeof key === 'string' ? key : '' }
    return await (bank()?.answer(asked, send) ?? send())
  },
})

/** A provider that takes its time, and whose calls and answers may be lost. */
export function throughFaults(
  payments: Payments,
  { scheduler, random, providerFault }: ProviderPorts,
): Payments {
  const lossy =
    <A extends unknown[], R>(what: string, call: (...args: A) => Promise<R>, lost: () => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const fault = providerFault(what)
      await scheduler.wait(20 + random().below(200))
      if (fault === 'lost-before') return await lost()
      const answer = await call(...args)
      return fault === 'lost-after' ? await lost() : answer
    }
  const unknown = async () => ({ kind: 'unknown', reason: 'the provider gave no answer' }) as const
  return {
    ...payments,
    charge: lossy('charge', payments.charge, unknown),
    resume: lossy('resume', payments.resume, unknown),
    find: lossy('find', payments.find, unknown),
    refund: lossy('refund', payments.refund, unknown),
    findPayment: lossy('find payment', payments.findPayment, () =>
      Promise.reject(new PaymentsUnreachableError('the provider gave no answer')),
    ),
  }
}
