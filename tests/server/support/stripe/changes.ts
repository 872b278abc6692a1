import {
  type Account,
  all,
  type Charge,
  type Dispute,
  get,
  type Intent,
  invalid,
  type Method,
  newId,
  type Refund,
  type StripeEvent,
  type StripeObject,
  StripeRefusal,
} from './objects.ts'

/** Changes of Stripe's objects; each change creates the events that Stripe sends for it. */

export type Now = () => number
export type Form = Readonly<Record<string, string>>

const seconds = (now: Now): number => Math.floor(now() / 1000)

/** Stores an object and creates its events. */
function save<T extends StripeObject>(account: Account, now: Now, object: T, ...types: string[]): T {
  account.objects.set(object.id, object)
  for (const type of types) account.events.push(eventOf(now, type, object))
  return object
}

function eventOf(now: Now, type: string, object: StripeObject): StripeEvent {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28',
    created: seconds(now),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}

export type MethodKind = 'visa' | 'declined' | 'asks' | 'apple_pay' | 'google_pay' | 'link'

/** Creates the browser's payment method: a card, or a wallet's. */
export function makeMethod(account: Account, now: Now, kind: MethodKind): Method {
  const wallet = kind === 'apple_pay' || kind === 'google_pay' ? kind : undefined
  const method: Method = {
    id: newId('pm'),
    object: 'payment_method',
    type: kind === 'link' ? 'link' : 'card',
    ...(kind === 'link'
      ? { link: { email: null } }
      : {
          card: {
            brand: 'visa',
            last4: '4242',
            exp_month: 12,
            exp_year: 2034,
            fingerprint: newId('fp'),
            wallet: wallet ? { type: wallet, dynamic_last4: null } : null,
          },
        }),
    customer: null,
    created: seconds(now),
    livemode: false,
    bank: kind === 'declined' ? 'declines' : kind === 'asks' ? 'asks' : 'pays',
  }
  return save(account, now, method)
}

/** `POST /v1/payment_intents` with `confirm`. */
export function createIntent(account: Account, now: Now, form: Form): Intent {
  const amount = Number(form['amount'])
  if (!Number.isSafeInteger(amount) || amount < 50)
    throw invalid('Amount must be at least $0.50 usd', 'amount_too_small')
  const method = get(account, 'payment_method', form['payment_method'] ?? '')
  const allowed = Object.entries(form)
    .filter(([name]) => name.startsWith('allowed_payment_method_types['))
    .map(([, type]) => type)
  if (allowed.length > 0 && !allowed.includes(method.type))
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`,
      'payment_intent_incompatible_payment_method',
    )
  const id = newId('pi')
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: form['currency'] ?? 'usd',
    client_secret: `${id}_secret_${newId('x')}`,
    confirmation_method: form['confirmation_method'] ?? 'automatic',
    status: 'requires_confirmation',
    payment_method: method.id,
    latest_charge: null,
    customer: form['customer'] ?? null,
    last_payment_error: null,
    next_action: null,
    metadata: metadataOf(form),
    created: seconds(now),
    livemode: false,
  }
  return confirm(account, now, save(account, now, intent, 'payment_intent.created'), method)
}

export const metadataOf = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value]]
    }),
  )

/** `POST /v1/payment_intents/{id}/confirm`. */
export function confirmIntent(account: Account, now: Now, id: string): Intent {
  const intent = get(account, 'payment_intent', id)
  if (intent.status !== 'requires_confirmation')
    throw invalid(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      'payment_intent_unexpected_state',
    )
  return confirm(account, now, intent, {
    ...get(account, 'payment_method', intent.payment_method ?? ''),
    bank: 'pays',
  })
}

function confirm(account: Account, now: Now, intent: Intent, method: Method): Intent {
  if (method.bank === 'asks')
    return save(
      account,
      now,
      { ...intent, status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
      'payment_intent.requires_action',
    )
  if (method.bank === 'declines') {
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } as const
    const failed: Intent = { ...intent, status: 'requires_payment_method', last_payment_error: error }
    save(account, now, failed, 'payment_intent.payment_failed')
    throw new StripeRefusal(402, { ...error, payment_intent: failed })
  }
  const charge = chargeOf(now, intent.amount, {
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: method.id,
  })
  save(account, now, charge, 'charge.succeeded')
  const paid: Intent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
  }
  return save(account, now, paid, 'payment_intent.succeeded')
}

const chargeOf = (
  now: Now,
  amount: number,
  from: Pick<Charge, 'metadata' | 'payment_intent' | 'payment_method'>,
): Charge => ({
  id: newId('ch'),
  object: 'charge',
  amount,
  amount_captured: amount,
  amount_refunded: 0,
  captured: true,
  currency: 'usd',
  disputed: false,
  paid: true,
  refunded: false,
  status: 'succeeded',
  created: seconds(now),
  livemode: false,
  ...from,
})

/** A charge that a person entered in the dashboard. */
export const chargeByHand = (account: Account, now: Now, amount: number): Charge =>
  save(
    account,
    now,
    chargeOf(now, amount, { metadata: {}, payment_intent: null, payment_method: null }),
    'charge.succeeded',
  )

/** `POST /v1/refunds`, and refunds in the dashboard. */
export function refund(
  account: Account,
  now: Now,
  {
    intentId,
    amountCents,
    metadata = {},
  }: { intentId: string; amountCents?: number | undefined; metadata?: Record<string, string> },
): Refund {
  const intent = get(account, 'payment_intent', intentId)
  if (intent.latest_charge === null)
    throw invalid('This PaymentIntent does not have a successful charge to refund.')
  const charge = get(account, 'charge', intent.latest_charge)
  const left = charge.amount - charge.amount_refunded
  if (charge.disputed)
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const amount = amountCents ?? left
  if (amount <= 0 || amount > left)
    throw invalid(
      `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
    )
  const made: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: 'usd',
    charge: charge.id,
    payment_intent: intent.id,
    reason: null,
    status: 'succeeded',
    metadata,
    created: seconds(now),
  }
  save(account, now, made, 'refund.created')
  setRefunded(account, now, charge, charge.amount_refunded + amount)
  return made
}

/** A refund that the bank returns. */
export function failRefund(account: Account, now: Now, id: string): Refund {
  const made = get(account, 'refund', id)
  const failed = save(account, now, { ...made, status: 'failed' as const }, 'refund.updated', 'refund.failed')
  const charge = get(account, 'charge', made.charge)
  setRefunded(account, now, charge, charge.amount_refunded - made.amount)
  return failed
}

const setRefunded = (account: Account, now: Now, charge: Charge, amount_refunded: number): Charge =>
  save(
    account,
    now,
    { ...charge, amount_refunded, refunded: amount_refunded === charge.amount },
    ...(amount_refunded > charge.amount_refunded ? ['charge.refunded'] : []),
  )

/** A cardholder disputes the payment at their bank. */
export function dispute(
  account: Account,
  now: Now,
  {
    intentId,
    reason = 'fraudulent',
    amountCents,
    isInquiry = false,
  }: { intentId: string; reason?: string; amountCents?: number; isInquiry?: boolean },
): Dispute {
  const intent = get(account, 'payment_intent', intentId)
  const charge = get(account, 'charge', intent.latest_charge ?? '')
  save(account, now, { ...charge, disputed: !isInquiry })
  const made: Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: amountCents ?? charge.amount,
    currency: 'usd',
    charge: charge.id,
    payment_intent: intent.id,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    metadata: {},
    created: seconds(now),
    livemode: false,
  }
  return save(
    account,
    now,
    made,
    'charge.dispute.created',
    ...(isInquiry ? [] : ['charge.dispute.funds_withdrawn' as const]),
  )
}

/** An inquiry becomes a dispute, under the same id. */
export function escalate(account: Account, now: Now, id: string): Dispute {
  const found = get(account, 'dispute', id)
  save(account, now, { ...get(account, 'charge', found.charge), disputed: true })
  return save(
    account,
    now,
    { ...found, status: 'needs_response' as const },
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
  )
}

/** The bank changes the disputed amount. */
export const changeDispute = (account: Account, now: Now, id: string, amount: number): Dispute =>
  save(account, now, { ...get(account, 'dispute', id), amount }, 'charge.dispute.updated')

/** The bank decides the dispute. */
export function closeDispute(
  account: Account,
  now: Now,
  id: string,
  status: 'won' | 'lost' | 'warning_closed',
): Dispute {
  const found = get(account, 'dispute', id)
  if (status === 'won') save(account, now, { ...get(account, 'charge', found.charge), disputed: false })
  return save(
    account,
    now,
    { ...found, status },
    'charge.dispute.closed',
    ...(status === 'won' ? ['charge.dispute.funds_reinstated'] : []),
  )
}

/** The result of a list call, newest first, in pages. */
export function list(
  account: Account,
  kind: 'payment_intent' | 'charge' | 'refund' | 'dispute',
  form: Form,
): unknown {
  const limit = Number(form['limit'] ?? '10')
  const from = Number(form['created[gte]'] ?? 0)
  const until = Number(form['created[lt]'] ?? Number.MAX_SAFE_INTEGER)
  const last = Number(form['created[lte]'] ?? Number.MAX_SAFE_INTEGER)
  const found = all(account, kind).filter(
    (one) =>
      one.created >= from &&
      one.created < until &&
      one.created <= last &&
      (form['payment_intent'] === undefined ||
        ('payment_intent' in one && one.payment_intent === form['payment_intent'])),
  )
  const after = form['starting_after']
  const begin = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1
  const asksCharge = Object.entries(form).some(
    ([name, what]) => name.startsWith('expand[') && what === 'data.charge',
  )
  const data = found
    .slice(begin, begin + limit)
    .map((one) =>
      asksCharge && 'charge' in one ? { ...one, charge: account.objects.get(one.charge) ?? one.charge } : one,
    )
  return { object: 'list', url: `/v1/${kind}s`, has_more: begin + limit < found.length, data }
}
