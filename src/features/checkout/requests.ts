import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { numberFromCents } from '#contract/money.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { listChangesOf, resetBackoff } from '#db/outbox.ts'
import { findTicket, saveSnapshot } from '#db/tickets.ts'
import { requireNoError } from '#lib/errors/answer-error.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { PaymentProvider } from '#lib/payments/provider.ts'
import { reachability } from '#lib/ports/reachability.ts'
import { keepJustPlaced } from '#lib/query/just-placed.ts'
import type { Services } from '#lib/query/services.ts'
import { makeAttempt } from '#lib/payments/attempt.ts'
import {
  authenticated,
  customerFields,
  methodOf,
  newAttempt,
  type PayResult as PaymentResult,
  type PayWith,
} from '#lib/payments/pay.ts'
import { outboxLock } from '#lib/sync/drain.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'
import { readTicket } from '#lib/sync/read-ticket.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'

/**
 * Calls that need an answer now: promo codes change the price, payments and submits move money (the rest is in tenders.ts). None of them ever waits in the
 * outbox.
 */

/**
 * Makes sure that the restaurant has the whole order: otherwise the total would be an estimate. Changes that are backing off are tried now, because the guest
 * is waiting. Throws AppError if any still waits.
 */
export async function requireAllSent(services: Services, draftId: string): Promise<void> {
  await sendNow(services)
  const waiting = await listChangesOf(services.db, draftId)
  if (waiting.length > 0)
    throw new AppError(
      reachability() === 'reachable' ? 'busy' : 'offline',
      'changes to the order are still waiting',
    )
}

/** Sends what waits now, even what is backing off. */
export async function sendNow({ db, locationId, flush }: Services): Promise<void> {
  await resetBackoff(db, locationId)
  await flush()
}

/** Applies a promo code. Throws AppError with the restaurant's words if it is refused, and of kind `offline` without a signal. */
export async function applyPromoCode(services: Services, view: TicketView, code: string): Promise<void> {
  await requireAllSent(services, view.draftId)
  const { api, attempts, clock, db, ids, locationId } = services
  // Holds the outbox lock: if anything else of the order were sent meanwhile, this answer could be the older one and overwrite the newer.
  await attempts.withLock(outboxLock(locationId), async () => {
    const { ticket_order } = await api.send(ticketEndpoints.applyPromoCode, {
      params: { id: ticketIdOf(view) },
      body: { promo_code: code },
      key: ids.uuid(),
    })
    requireNoError(ticket_order)
    await saveSnapshot(db, view.draftId, ticket_order, clock.now())
  })
}

export type PayResult = PaymentResult<'ticket'> | { state: 'placed'; ticket: TicketOrder }

/** `lookFirst` fetches the ticket first: without a signal that fails before anything was sent (reliability N1). */
type PayTicketWith = PayWith & { lookFirst?: boolean }

/**
 * Pays what is due by card and places the order. The server charges the amount on the screen at the tap, or nothing. An outcome of `unknown` is resolved with
 * `settlePayment`, never by paying again.
 */
export async function payAndPlace(
  services: Services,
  view: TicketView,
  how: PayTicketWith,
  provider: PaymentProvider | undefined,
): Promise<PayResult> {
  return await services.whilePaying(async () => {
    await requireOrder(services, view.draftId)
    return await payThenPlace(services, view, how, provider)
  })
}

async function payThenPlace(
  services: Services,
  view: TicketView,
  how: PayTicketWith,
  provider: PaymentProvider | undefined,
): Promise<PayResult> {
  await requireAllSent(services, view.draftId)
  if (how.lookFirst) await readTicket(services, ticketIdOf(view))
  const method = await methodOf(services, how)
  if ('problem' in method) return { state: 'card-problem', message: method.problem }
  const outcome = await makeAttempt(services.attempts, {
    ...attemptBase(services, view),
    kind: 'payment',
    body: {
      tip: numberFromCents(view.tipCents),
      amount: numberFromCents(view.totals.dueCents),
      payment_source: method.id,
      ...customerFields(how),
      ...how.proof,
    },
  })
  const paid = await authenticated(services, view.draftId, provider, outcome)
  return paid.state === 'done'
    ? await submit(services, { ...view, snapshot: paid.ticket, status: paid.ticket.status })
    : paid
}

/** Submits a ticket on which nothing is due. */
export async function place(services: Services, view: TicketView): Promise<PayResult> {
  return await services.whilePaying(async () => {
    await requireOrder(services, view.draftId)
    return await submit(services, view)
  })
}

async function submit(services: Services, view: TicketView): Promise<PayResult> {
  const outcome = await makeAttempt(services.attempts, {
    ...attemptBase(services, view),
    kind: 'submit',
    body: { phone_number: phoneDigits(view.snapshot?.recipient_phone ?? '') },
  })
  if (outcome.state !== 'done') return outcome
  keepJustPlaced('ticket', outcome.ticket)
  return { state: 'placed', ticket: outcome.ticket }
}

/**
 * A refusal means that the order differs from what the screen shows: fetches it, so that totals, slots and payments are up to date. An order that was placed on
 * another device counts as placed here, too (reliability B11); the dishes of one that is gone or expired can be ordered again. Undefined if the refusal stands,
 * or no answer comes.
 */
export async function refreshAfterRefusal(
  services: Services,
  { draftId, ticketId }: Pick<TicketView, 'draftId' | 'ticketId'>,
): Promise<PayResult | undefined> {
  const placed = ticketId === undefined ? undefined : await followTicket(services, draftId, ticketId)
  return placed && { state: 'placed', ticket: placed }
}

/** Throws AppError if the order is gone because somebody signed out, here or in another tab, while this call waited for its turn. */
export async function requireOrder({ db }: Services, draftId: string): Promise<void> {
  if (!(await findTicket(db, draftId)))
    throw new AppError('unauthorized', 'the order is not on this device any more')
}

/** The fields that every attempt on a ticket is recorded with. Throws AppError if the ticket has not reached the restaurant yet. */
export const attemptBase = (services: Services, view: TicketView) => ({
  ...newAttempt(services, { payableId: view.draftId, serverId: ticketIdOf(view) }),
  payable: 'ticket' as const,
})

/** The server's id of a ticket. Throws AppError if it has none yet. */
function ticketIdOf(view: TicketView): string {
  if (view.ticketId === undefined)
    throw new AppError('offline', 'the ticket has not reached the restaurant yet')
  return view.ticketId
}
