import type { FastifyReply } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { type Claim, claimKey, finishClaim, releaseClaim, type StoredReply } from '#server/plugins/idempotency-store.ts'
import { answerReply, claimOf, type IdempotencyPorts, refusalReply, sendReply, underSavepoint } from '#server/plugins/idempotency.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { Log } from '#server/ports/log.ts'
import type { ChargeOutcome, Payments } from '#server/ports/payments/payments.ts'
import type { Attempt } from './attempts.ts'
import { beginPayment, type Begun, declined, finishPayment, leaseMs } from './payment-steps.ts'
import { answerOf, type TicketPorts } from './service.ts'

export type PaymentPorts = TicketPorts & IdempotencyPorts & { payments: Payments; log: Log }

type PayCall = Call<typeof endpoints.payTicket>

/**
 * `POST .../payment`: claim → ask the provider → finish. The provider is never asked inside a transaction, and always with a key made from
 * the attempt, so that a call cut short anywhere is taken up by the next one with the same key and charges once.
 */
export async function payTicket(call: PayCall, ports: PaymentPorts): Promise<FastifyReply> {
  const { merchant, request, reply } = call
  const claim = claimOf(request, merchant.locationId, ports.clock.now(), { movesMoney: true })
  const begun = await begin(call, claim, ports)
  if ('reply' in begun) return sendReply(reply, begun.reply, begun.replayed)
  return sendReply(reply, await finish(merchant, claim, begun.attempt, await ask(merchant, begun.attempt, ports), ports), false)
}

type Beginning = { reply: StoredReply; replayed: boolean } | { attempt: Attempt }

/** Each round either begins or settles one payment that another key left hanging; there can be but one of those at a time. */
async function begin(call: PayCall, claim: Claim, ports: PaymentPorts): Promise<Beginning> {
  for (let round = 1; ; round++) {
    const step = await beginOnce(call, claim, ports)
    if (!('settle' in step)) return step
    const outcome = await ask(call.merchant, step.settle, ports)
    await ports.database.transaction((tx) => finishPayment(tx, call.merchant, step.settle.id, outcome, step.settle.ticketId, ports))
    if (outcome.kind === 'unknown' || round === 3) throw unknownOutcome()
  }
}

function beginOnce({ merchant, params, body }: PayCall, claim: Claim, ports: PaymentPorts): Promise<Beginning | { settle: Attempt }> {
  return ports.database.transaction(async (tx) => {
    const stored = await claimKey(tx, claim, ports.clock.now() + leaseMs)
    if (stored) return { reply: stored, replayed: true }
    const outcome = await underSavepoint<Begun>(tx, () => beginPayment(tx, merchant, { ticketId: params['id']!, key: claim.key, body }, ports))
    if ('refusal' in outcome) {
      finishClaim(tx, claim, outcome.refusal)
      return { reply: outcome.refusal, replayed: false }
    }
    const begun = outcome.value
    if (begun.kind === 'ask') return { attempt: begun.attempt }
    if (begun.kind === 'settle') {
      releaseClaim(tx, claim)
      return { settle: begun.attempt }
    }
    const reply = answerReply(endpoints.payTicket, answerOf(merchant, begun.ticket, ports))
    finishClaim(tx, claim, reply)
    return { reply, replayed: false }
  })
}

async function ask(merchant: Merchant, attempt: Attempt, { payments, log }: PaymentPorts): Promise<ChargeOutcome> {
  const charge = {
    locationId: merchant.locationId,
    ticketId: attempt.ticketId,
    amountCents: attempt.nonTipCents + attempt.tipCents,
    paymentMethod: attempt.paymentSource,
    idempotencyKey: `larder-${attempt.id}`,
  }
  const outcome = attempt.intentId === undefined ? await payments.charge(charge) : await payments.resume(charge, attempt.intentId)
  if (outcome.kind === 'unknown') log({ level: 'error', event: 'payment_unknown', detail: outcome.reason })
  return outcome
}

function finish(merchant: Merchant, claim: Claim, begun: Attempt, outcome: ChargeOutcome, ports: PaymentPorts): Promise<StoredReply> {
  return ports.database.transaction(async (tx) => {
    const { ticket, attempt } = await finishPayment(tx, merchant, begun.id, outcome, begun.ticketId, ports)
    if (attempt.state === 'succeeded' || attempt.state === 'declined') {
      const paid = attempt.state === 'succeeded'
      const reply = paid ? answerReply(endpoints.payTicket, answerOf(merchant, ticket, ports)) : refusalReply(declined(attempt.message))
      finishClaim(tx, claim, reply)
      return reply
    }
    // Not the end: the same key may come again at once, after authentication or to find out what happened.
    releaseClaim(tx, claim)
    return refusalReply(attempt.state === 'authenticating' ? authenticationRequired(attempt) : unknownOutcome())
  })
}

const authenticationRequired = (attempt: Attempt): ProblemError =>
  new ProblemError(402, 'authentication_required', 'Your bank wants to be sure that it is you. Please confirm the payment.', {
    clientSecret: attempt.clientSecret,
  })

const unknownOutcome = (): ProblemError =>
  new ProblemError(
    503,
    'payment_unavailable',
    'The card service did not answer, so we do not know yet whether your card was charged. Please try again: you will not be charged twice.',
  )
