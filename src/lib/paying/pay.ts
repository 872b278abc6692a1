import type { CardAttemptRow } from '#db/card-attempts.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { PaymentProvider } from '#lib/payments/provider.ts'
import type { Services } from '#lib/query/services.ts'
import { abandonCardAttempt, type CardOutcome, makeCardAttempt, resolveCardAttempt } from '#lib/sync/card-attempts.ts'

export type CardPayResult = CardOutcome | { state: 'card-problem'; message: string }

type Of<K extends CardAttemptRow['kind']> = Pick<Extract<CardAttemptRow, { kind: K }>, 'kind' | 'body'>
/** The body of a payment: what its key stands for. */
export type CardPayBody = Of<'card'> | Of<'physical'>
export type CardPayWhat = CardPayBody & { orderId: string }

/**
 * Pays for an order of gift cards and places it. The amount in the body is the one on the screen at the tap: the server charges that or nothing.
 * An outcome of `unknown` is resolved with `settleCardPayment`, never by paying again.
 */
export async function payForCards(services: Services, what: CardPayWhat, provider: PaymentProvider | undefined): Promise<CardPayResult> {
  return await services.whilePaying(async () => {
    await requireOrder(services, what)
    const base = { key: services.ids.uuid(), locationId: services.locationId, principal: services.principal(), createdAt: services.clock.now() }
    const outcome = await makeCardAttempt(services.attempts, { ...base, ...what })
    return await authenticated(services, what.orderId, provider, outcome)
  })
}

/** Finds out what became of the attempt that is written down, repeating it with its own key where the order does not tell; undefined when there is none. */
export async function settleCardPayment(
  services: Services,
  orderId: string,
  provider: PaymentProvider | undefined,
): Promise<CardPayResult | undefined> {
  return await services.whilePaying(async () => {
    const outcome = await resolveCardAttempt(services.attempts, orderId)
    return outcome && (await authenticated(services, orderId, provider, outcome))
  })
}

/** Where the bank asks for the buyer: asks, then repeats the call with the same key. An authentication that fails is a definite no. */
async function authenticated(
  services: Services,
  orderId: string,
  provider: PaymentProvider | undefined,
  outcome: CardOutcome,
): Promise<CardPayResult> {
  if (outcome.state !== 'authenticate' || !provider) return outcome
  const failed = await provider.authenticate(outcome.clientSecret)
  if (failed) {
    await abandonCardAttempt(services.attempts, orderId)
    return { state: 'card-problem', message: failed.problem }
  }
  return (await resolveCardAttempt(services.attempts, orderId)) ?? outcome
}

/** Somebody signed out, here or in another tab, while this waited for its turn: there is nothing to pay any more. Throws AppError. */
async function requireOrder({ db }: Services, { kind, orderId }: CardPayWhat): Promise<void> {
  const held = kind === 'card' ? await db.cardOrders.get(orderId) : await db.physicalOrders.get(orderId)
  if (!held) throw new AppError('unauthorized', 'the order is not on this device any more')
}
