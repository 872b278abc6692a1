import type { Transaction } from '#server/db/database.ts'
import { invalidRequest } from './answers.ts'
import { type SandboxRefund, saveObject } from './objects.ts'
import { getIntent } from './payment-intents.ts'
import { type Form, getPaymentMethod, type SandboxPorts } from './payment-methods.ts'

/**
 * `POST /v1/refunds`: refunds a charge or part of it; a refund to a card that refuses refunds fails. Throws SandboxError as Stripe does for more than was
 * charged.
 */
export async function createRefund(
  tx: Transaction,
  locationId: string,
  form: Form,
  { clock, ids }: SandboxPorts,
): Promise<SandboxRefund> {
  const intent = await getIntent(tx, locationId, form['payment_intent'] ?? '')
  if (intent.status !== 'succeeded')
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
  const refunded = intent.amount_refunded ?? 0
  const left = intent.amount_received - refunded
  const amount = form['amount'] === undefined ? left : Number(form['amount'])
  if (left === 0)
    throw invalidRequest(`Charge of ${intent.id} has already been refunded.`, 'charge_already_refunded')
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left)
    throw invalidRequest(`Refund amount is greater than unrefunded amount (${left})`)
  const method = intent.payment_method && (await getPaymentMethod(tx, locationId, intent.payment_method))
  const isRefused = method ? method.sandbox.refusesRefunds === true : false
  const refund: SandboxRefund = {
    id: `re_${ids.secret()}`,
    object: 'refund',
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    status: isRefused ? 'failed' : 'succeeded',
    created: Math.floor(clock.now() / 1000),
    metadata: metadataOf(form),
  }
  if (!isRefused) saveObject(tx, locationId, { ...intent, amount_refunded: refunded + amount }, clock.now())
  saveObject(tx, locationId, refund, clock.now())
  return refund
}

/** The `metadata[name]` fields of a request. */
const metadataOf = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const [, inside] = /^metadata\[(.+)\]$/.exec(name) ?? []
      return inside === undefined ? [] : [[inside, value]]
    }),
  )
