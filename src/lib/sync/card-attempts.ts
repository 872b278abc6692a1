import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { addCardAttempt, type CardAttemptRow, findCardAttempt, removeCardAttempt } from '#db/card-attempts.ts'
import { updateCardOrder } from '#db/card-orders.ts'
import { savePhysicalOrder } from '#db/physical-orders.ts'
import { AppError, asAppError, changedNothing, isUnknownOutcome } from '#lib/errors/app-error.ts'
import type { AttemptPorts } from './attempts.ts'

/** Paying for gift cards: as tickets are paid (attempts.ts), with one call that charges and issues. */

export type CardOutcome =
  /** Placed, by the server's own word. `message` is what it says to it. */
  | { state: 'placed'; message?: string | undefined }
  /** Definitely not done. The next try is a new attempt with a key of its own. */
  | { state: 'refused'; error: AppError }
  /** The card's bank asks for the buyer: authenticate, then `resolveCardAttempt` repeats the call with the same key. */
  | { state: 'authenticate'; clientSecret: string }
  /** No answer: nothing is known, and nothing else may be paid on this order until it is. */
  | { state: 'unknown'; error: AppError }

type Order = { kind: 'card'; order: CardOrder } | { kind: 'physical'; order: PhysicalOrder; message?: string | undefined }

const lockOf = (orderId: string): string => `larder:attempt:${orderId}`

/** The order was taken: charged, and on its way. */
export const isPlaced = (status: string): boolean => status === 'Submitted' || status === 'Completed'

/** Writes an attempt down and sends it. Rejects when the device cannot write it: nothing is sent that could not be resolved later. */
export async function makeCardAttempt(ports: AttemptPorts, row: CardAttemptRow): Promise<CardOutcome> {
  return await ports.withLock(lockOf(row.orderId), async () => {
    await addCardAttempt(ports.db, row)
    return await send(ports, row)
  })
}

/**
 * What became of the attempt that is written down for an order; undefined when there is none. Looks at the order first, and only if that does not
 * tell repeats the very same call: same key, same body.
 */
export async function resolveCardAttempt(ports: AttemptPorts, orderId: string): Promise<CardOutcome | undefined> {
  return await ports.withLock(lockOf(orderId), async () => {
    const row = await findCardAttempt(ports.db, orderId)
    if (!row) return undefined
    try {
      const found = await get(ports, row)
      if (isPlaced(found.order.status)) return await finish(ports, row, found)
    } catch (cause) {
      const error = asAppError(cause)
      if (error.kind !== 'refused') return { state: 'unknown', error }
    }
    return await send(ports, row)
  })
}

/** Gives an attempt up that is definitely not going through: its authentication failed or was cancelled. */
export async function abandonCardAttempt({ db }: AttemptPorts, orderId: string): Promise<void> {
  const row = await findCardAttempt(db, orderId)
  if (row) await removeCardAttempt(db, row.key)
}

async function send(ports: AttemptPorts, row: CardAttemptRow): Promise<CardOutcome> {
  try {
    return await finish(ports, row, await post(ports, row))
  } catch (cause) {
    const error = asAppError(cause)
    const clientSecret = error.details.problem?.client_secret
    if (error.code === 'authentication_required' && clientSecret !== undefined) return { state: 'authenticate', clientSecret }
    // Busy is no refusal: the first copy of this very call may still be at work on the other side.
    if (isUnknownOutcome(error) || (error.kind === 'busy' && !changedNothing(error)) || error.kind === 'unauthorized')
      return { state: 'unknown', error }
    await removeCardAttempt(ports.db, row.key)
    return { state: 'refused', error }
  }
}

async function get({ api }: AttemptPorts, row: CardAttemptRow): Promise<Order> {
  const sent = { params: { id: row.orderId }, as: row.as }
  if (row.kind === 'card') return { kind: 'card', order: (await api.get(cardEndpoints.getCardOrder, sent)).card_order }
  return { kind: 'physical', order: (await api.get(cardEndpoints.getPhysicalOrder, sent)).physical_order }
}

async function post({ api }: AttemptPorts, row: CardAttemptRow): Promise<Order> {
  const sent = { params: { id: row.orderId }, key: row.key, as: row.as }
  if (row.kind === 'card') {
    const { card_order } = await api.get(cardEndpoints.submitCardOrder, { ...sent, body: row.body })
    if (card_order.has_error === true) throw errorOf(card_order)
    return { kind: 'card', order: card_order }
  }
  const { physical_order, message } = await api.get(cardEndpoints.updatePhysicalOrder, { ...sent, body: row.body })
  return { kind: 'physical', order: physical_order, message }
}

/** An answer that says itself that it is an error (specification §8: `has_error`). */
export function errorOf({ error }: CardOrder): AppError {
  const message = error?.message ?? 'This could not be done.'
  return new AppError('refused', message, { problem: { errors: [{ message }], message, code: 'refused' } })
}

async function finish({ db, clock }: AttemptPorts, row: CardAttemptRow, answer: Order): Promise<CardOutcome> {
  if (!isPlaced(answer.order.status)) return { state: 'unknown', error: new AppError('garbled', 'the order is not placed yet') }
  await db.transaction('rw', db.cardOrders, db.physicalOrders, db.cardAttempts, async () => {
    await removeCardAttempt(db, row.key)
    // Submitting resets the step (specification §4 *Card order*): whoever comes back begins at the front.
    if (answer.kind === 'card') await updateCardOrder(db, row.orderId, { snapshot: answer.order, step: 0 }, clock.now())
    else await savePhysicalOrder(db, row.orderId, answer.order, clock.now())
  })
  return { state: 'placed', ...(answer.kind === 'physical' && { message: answer.message }) }
}
