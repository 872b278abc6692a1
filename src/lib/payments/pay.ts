import type { PayableKind } from '#contract/payables.ts'
import type { AttemptBase, AttemptWhat } from '#db/attempts.ts'
import { AppError, asAppError } from '#lib/errors/app-error.ts'
import { findIfReadable } from '#lib/query/device-backed.ts'
import { keepJustPlaced } from '#lib/query/just-placed.ts'
import type { Services } from '#lib/query/services.ts'
import {
  abandonAttempt,
  makeAttempt,
  type Outcome,
  readAfterRefusal,
  repeatAttempt,
  resolveAttempt,
} from './attempt.ts'
import type { MountedCard, PaymentProvider } from './provider.ts'

/** What the screens of every payable do when money moves. */

export type PayResult<K extends PayableKind> = Outcome<K> | { state: 'card-problem'; message: string }

/** What every attempt is saved with. */
export const newAttempt = (
  services: Services,
  of: Pick<AttemptBase, 'payableId' | 'serverId'>,
): AttemptBase => ({
  key: services.ids.uuid(),
  locationId: services.locationId,
  principal: services.principal(),
  ...of,
  createdAt: services.clock.now(),
  sent: false,
})

/** Authenticates with the bank where required, then makes the same call with the same key. An authentication that fails is a definite refusal. */
export async function authenticated<K extends PayableKind>(
  services: Services,
  payableId: string,
  provider: PaymentProvider | undefined,
  outcome: Outcome<K>,
): Promise<PayResult<K>> {
  if (outcome.state !== 'authenticate' || !provider) return outcome
  const failed = await provider.authenticate(outcome.clientSecret)
  if (failed) {
    await abandonAttempt(services.attempts, payableId)
    return { state: 'card-problem', message: failed.problem }
  }
  return (await repeatAttempt<K>(services.attempts, payableId)) ?? outcome
}

/** Finds out the outcome of the saved attempt without charging anything; undefined when there is none. */
export async function settlePayment<K extends PayableKind>(
  services: Services,
  payableId: string,
): Promise<Outcome<K> | undefined> {
  return await services.whilePaying(
    async () => await keepPlaced(services, payableId, await resolveAttempt<K>(services.attempts, payableId)),
  )
}

/** Makes the call again whose outcome nobody can tell, after its guest tapped for it. Undefined when no attempt is saved any more. */
export async function repeatPayment<K extends PayableKind>(
  services: Services,
  payableId: string,
  provider: PaymentProvider | undefined,
): Promise<PayResult<K> | undefined> {
  return await services.whilePaying(async () => {
    const outcome = await repeatAttempt<K>(services.attempts, payableId)
    if (!outcome) return undefined
    return await keepPlaced(services, payableId, await authenticated(services, payableId, provider, outcome))
  })
}

/**
 * A card that was typed into the provider's fields or that a wallet holds, or one that the user's customer at the provider has. A typed one is kept for
 * the customer, unless `keep` says that it is not; a wallet keeps its own.
 */
export type PayWith = (
  | { card: Pick<MountedCard, 'createPaymentMethod'>; name: string }
  | { source: string }
) & {
  customerId?: string
  /** Only where the API is told (extension `saved_cards`). */
  keep?: boolean
  /** Proves that a human is paying, where that is required. */
  proof?: { recaptcha_confirmation?: string }
}

/** For whom a card is charged and whether it is kept for them, in the fields of the wire. */
export const customerFields = ({ customerId, keep }: PayWith) => ({
  ...(customerId !== undefined && { stripe_customer_id: customerId }),
  ...(keep !== undefined && { keep_card: keep }),
})

/** The provider's reference to the payment method, or its error message, which is also logged (specification §8). */
export async function methodOf(
  { noteFailure }: Pick<Services, 'noteFailure'>,
  how: PayWith,
): Promise<{ id: string } | { problem: string }> {
  if (!('card' in how)) return { id: how.source }
  const method = await how.card.createPaymentMethod({ name: how.name })
  if ('problem' in method) noteFailure({ what: 'createPaymentMethod', message: method.problem })
  return method
}

type CardKind = Exclude<PayableKind, 'ticket'>
/** The body of a payment for gift cards, for which its key is valid. */
export type CardPayBody = Extract<AttemptWhat, { payable: CardKind }>

/**
 * Pays for an order of gift cards and places it. The amount in the body is the one on the screen at the tap: the server charges that or nothing.
 * An outcome of `unknown` is resolved with `settlePayment`, never by paying again.
 */
export async function payForCards(
  services: Services,
  orderId: string,
  what: CardPayBody,
  provider: PaymentProvider | undefined,
): Promise<PayResult<CardKind>> {
  return await services.whilePaying(async () => {
    await requireOrder(services, orderId, what.payable)
    const row = { ...newAttempt(services, { payableId: orderId, serverId: orderId }), ...what }
    const made = await makeAttempt<CardKind>(services.attempts, row)
    const outcome = await authenticated(services, orderId, provider, made)
    const known =
      outcome.state === 'refused' ? await readAfterRefusal<CardKind>(services.attempts, row) : undefined
    return await keepPlaced(services, orderId, known ?? outcome)
  })
}

/**
 * Keeps the gift cards that this paid for, for the screen that confirms them, before another tab can sign out and delete them. Returns the result unchanged.
 */
async function keepPlaced<R extends { state: string } | undefined>(
  { db }: Services,
  payableId: string,
  result: R,
): Promise<R> {
  if (result?.state !== 'done') return result
  const card = await findIfReadable(() => db.cardOrders.get(payableId))
  if (card) keepJustPlaced('card-order', card)
  const posted = await findIfReadable(() => db.physicalOrders.get(payableId))
  if (posted) keepJustPlaced('posted-order', posted)
  return result
}

/** Somebody signed out, here or in another tab, while this waited for its turn: there is nothing to pay any more. Throws AppError. */
async function requireOrder({ db }: Services, orderId: string, kind: CardKind): Promise<void> {
  const row = kind === 'card-order' ? await db.cardOrders.get(orderId) : await db.physicalOrders.get(orderId)
  if (!row) throw new AppError('unauthorized', 'the order is not on this device any more')
}

/** Whether a payment never left this device, or certainly never arrived: it was not refused. */
export const wasNotSent = ({
  result,
  error,
}: {
  result: { state: string } | undefined
  error: Error | null
}): boolean => (error ? isUnsent(asAppError(error)) : result?.state === 'unsent')

/** Whether a call certainly had no effect, because it was cut or not answered before it could have one. */
export const isUnsent = ({ kind, details }: AppError): boolean =>
  !details.mayBeDone && (kind === 'offline' || kind === 'timeout')
