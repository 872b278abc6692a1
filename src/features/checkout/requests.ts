import { endpoints } from '#contract/endpoints.ts'
import { numberFromCents } from '#contract/money.ts'
import { phoneDigits } from '#contract/rules/contact.ts'
import { saveSnapshot } from '#db/tickets.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { MountedCard, PaymentProvider } from '#lib/payments/provider.ts'
import type { Services } from '#lib/query/services.ts'
import { abandonAttempt, makeAttempt, type Outcome, resolveAttempt } from '#lib/sync/attempts.ts'
import type { TicketView } from '#lib/sync/ticket-view.ts'

/** What needs an answer now: promo codes change the price, payments and submits move money. None of it ever waits in the outbox. */

/** Everything that waits must be with the restaurant first, or the total would be an estimate. Throws AppError when something still waits. */
async function sendAllFirst(services: Services): Promise<void> {
  const { left } = await services.flush()
  if (left > 0) throw new AppError('offline', 'changes to the order are still waiting')
}

/** Applies a promo code. Throws AppError with the restaurant's words when it is refused, and kind `offline` without a signal. */
export async function applyPromoCode(services: Services, view: TicketView, code: string): Promise<void> {
  await sendAllFirst(services)
  const { ticket_order } = await services.api.get(endpoints.applyPromoCode, {
    params: { id: ticketIdOf(view) },
    body: { promo_code: code },
    key: services.ids.uuid(),
  })
  await saveSnapshot(services.db, view.draftId, ticket_order, services.clock.now())
}

export type PayResult = Outcome | { state: 'card-problem'; message: string } | { state: 'placed' }

/**
 * Pays what is due by card and places the order. The due is the one on the screen at the tap: the server charges that or nothing.
 * An outcome of `unknown` is resolved with `settle`, never by paying again.
 */
export async function payAndPlace(
  services: Services,
  view: TicketView,
  card: MountedCard,
  provider: PaymentProvider,
  name: string,
): Promise<PayResult> {
  await sendAllFirst(services)
  const method = await card.createPaymentMethod({ name })
  if ('problem' in method) return { state: 'card-problem', message: method.problem }
  const outcome = await makeAttempt(services.attempts, {
    ...attemptBase(services, view),
    kind: 'payment',
    body: { tip: numberFromCents(view.tipCents), amount: numberFromCents(view.totals.dueCents), payment_source: method.id },
  })
  const paid = await authenticated(services, view.draftId, provider, outcome)
  return paid.state === 'done' ? await place(services, { ...view, snapshot: paid.ticket, status: paid.ticket.status }) : paid
}

/** Submits a ticket on which nothing is due. */
export async function place(services: Services, view: TicketView): Promise<PayResult> {
  const outcome = await makeAttempt(services.attempts, {
    ...attemptBase(services, view),
    kind: 'submit',
    body: { phone_number: phoneDigits(view.snapshot?.recipient_phone ?? '') },
  })
  return outcome.state === 'done' ? { state: 'placed' } : outcome
}

/** Finds out what became of the attempt that is written down, repeating it with its own key where the ticket does not tell. */
export async function settle(services: Services, draftId: string, provider: PaymentProvider | undefined): Promise<PayResult | undefined> {
  const outcome = await resolveAttempt(services.attempts, draftId)
  if (!outcome) return undefined
  return provider ? await authenticated(services, draftId, provider, outcome) : outcome
}

/** Where the bank asks for the diner: asks, then repeats the call with the same key. An authentication that fails is a definite no. */
async function authenticated(services: Services, draftId: string, provider: PaymentProvider, outcome: Outcome): Promise<PayResult> {
  if (outcome.state !== 'authenticate') return outcome
  const failed = await provider.authenticate(outcome.clientSecret)
  if (failed) {
    await abandonAttempt(services.attempts, draftId)
    return { state: 'card-problem', message: failed.problem }
  }
  return (await resolveAttempt(services.attempts, draftId)) ?? outcome
}

function attemptBase(services: Services, view: TicketView) {
  return {
    key: services.ids.uuid(),
    locationId: services.locationId,
    principal: services.principal(),
    draftId: view.draftId,
    ticketId: ticketIdOf(view),
    createdAt: services.clock.now(),
    sent: false,
  }
}

function ticketIdOf(view: TicketView): string {
  if (view.ticketId === undefined) throw new AppError('offline', 'the ticket has not reached the restaurant yet')
  return view.ticketId
}
