import { orderNumber } from '#server/modules/payments/attempts.ts'
import type { CardOrder, CardOrderType } from '#contract/schemas/card-order.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { type StripeAccount, stripePayments } from '#server/ports/payments/stripe.ts'
import { guestPayment, readyOrder, submit } from '../card-orders.ts'
import type { Engine } from '../databases.ts'
import {
  dinnerTime,
  grill,
  Guest,
  type LarderOptions,
  type ProblemBody,
  startTestLarder,
  tavola,
  type TestLarder,
  ticketPath,
} from '../larder.ts'
import { brisket, completeOrder, margherita, paymentOf } from '../orders.ts'
import type { MethodKind } from './changes.ts'
import type { StripeEvent } from './objects.ts'
import { signed, startStripeServer, type StripeServer } from './server.ts'

/**
 * A server whose cards are charged by the local Stripe: tavola with its own keys, the grill with a platform's keys for its
 * connected account.
 */

const ownAccounts: Record<string, string> = {
  [tavola.location]: 'acct_tavola',
  [grill.location]: 'acct_grill',
}
const ownKeys: Record<string, StripeAccount> = {
  [tavola.location]: {
    secretKey: 'sk_test_tavola',
    publishableKey: 'pk_test_tavola',
    webhookSecret: 'whsec_tavola',
  },
  [grill.location]: {
    secretKey: 'sk_test_platform',
    publishableKey: 'pk_test_platform',
    account: 'acct_grill',
    webhookSecret: 'whsec_grill',
  },
}
const platformSecret = 'whsec_platform'

export type StripeLarder = TestLarder & {
  stripe: StripeServer
  payments: Payments
  accountOf: Record<string, string>
  keys: Record<string, StripeAccount>
}

/** With `isShared` both use the shared keys, which are tavola's. */
export async function startStripeLarder(
  engine: Engine,
  options: LarderOptions = {},
  isShared = false,
): Promise<StripeLarder> {
  const keys = isShared ? { ...ownKeys, [grill.location]: ownKeys[tavola.location]! } : ownKeys
  const accountOf = isShared ? { ...ownAccounts, [grill.location]: 'acct_tavola' } : ownAccounts
  let nowMs = (): number => dinnerTime
  const stripe = await startStripeServer({
    keys: { sk_test_tavola: 'acct_tavola', sk_test_platform: 'acct_platform' },
    now: () => nowMs(),
  })
  const payments = stripePayments({
    provider: 'stripe',
    keysOf: (locationId) => keys[locationId]!,
    sharing: (locationId) => Object.keys(keys).filter((one) => accountOf[one] === accountOf[locationId]),
    platform: {
      webhookSecret: platformSecret,
      locationsOf: (account) => Object.keys(keys).filter((one) => keys[one]!.account === account),
    },
    apiUrl: stripe.url,
  })
  const larder = await startTestLarder(engine, {
    ...options,
    payments: () => options.payments?.(payments) ?? payments,
  })
  nowMs = () => larder.clock.now()
  const close = async (): Promise<void> => {
    await larder.close()
    await stripe.close()
  }
  return { ...larder, stripe, payments, accountOf, keys, close }
}

type Place = typeof tavola

/** The payment method of a guest's browser at a restaurant. */
export const methodAt = (larder: StripeLarder, at: Place, kind: MethodKind = 'visa'): string =>
  larder.stripe.method(larder.accountOf[at.location]!, kind)

/** A ticket that its guest has paid and, with `placed`, placed; and its charge. */
export async function paidTicket(
  larder: StripeLarder,
  at: Place = tavola,
  placed = true,
  quantity = 1,
  guest = new Guest(larder, at),
): Promise<{ ticket: TicketOrder; intentId: string; guest: Guest }> {
  const ready = await completeOrder(guest, { ...(at === grill ? brisket : margherita()), quantity })
  const paid = await guest.ticket(
    'POST',
    ticketPath(ready.id, '/payment'),
    paymentOf(ready, methodAt(larder, at)),
  )
  const ticket = placed
    ? await guest.ticket('POST', `/v2.0/location/:loc/ticketorder/${paid.id}/submit`, { phone_number: '' })
    : paid
  return { ticket, guest, intentId: intentOf(larder, at, ready.id) }
}

/** A gift card order that is paid and placed. */
export async function boughtCard(
  larder: StripeLarder,
  who: Guest = new Guest(larder),
  type: CardOrderType = 'Purchase',
  price = 25,
  isMember = false,
): Promise<{ order: CardOrder; intentId: string }> {
  const ready = await readyOrder(who, type, price)
  const method = methodAt(larder, tavola)
  const body = isMember ? { amount: price, payment_source: method } : guestPayment(ready, method)
  const { status, body: answer } = await submit(who, ready.id, body)
  if (status !== 200) throw new Error(JSON.stringify(answer))
  return { order: answer.card_order, intentId: intentOf(larder, tavola, orderNumber(ready.id)) }
}

/** The charge for a ticket, by its id, or for a gift card order, by its number. */
export function intentOf(larder: StripeLarder, at: Place, subjectId: string): string {
  const found = chargesOf(larder, at, subjectId)
  if (found.length !== 1) throw new Error(`${found.length} charges`)
  return found[0]!.intentId
}

/** The refunds of a payment in tavola's account, the oldest first. */
export const refundsAt = (larder: StripeLarder, intentId: string) =>
  [...larder.stripe.account('acct_tavola').objects.values()]
    .filter((one) => one.object === 'refund')
    .filter((one) => one.payment_intent === intentId)

/** All charges for a ticket or an order in a restaurant's account. */
export const chargesOf = (
  larder: StripeLarder,
  at: Place,
  subjectId: string,
): { intentId: string; amountCents: number }[] =>
  [...larder.stripe.account(larder.accountOf[at.location]!).objects.values()].flatMap((one) =>
    one.object === 'charge' && one.metadata['ticket'] === subjectId
      ? [{ intentId: one.payment_intent!, amountCents: one.amount }]
      : [],
  )

type Sending = { at?: Place; to?: 'platform'; secret?: string; ageMs?: number; host?: string }

/** Sends an event as Stripe does. Returns the answer's status and body. */
export async function tell(
  larder: StripeLarder,
  event: StripeEvent,
  { at = tavola, to, secret, ageMs = 0 }: Sending = {},
): Promise<{ status: number; body: ProblemBody }> {
  const { body, headers } = signed(
    event,
    secret ?? (to === 'platform' ? platformSecret : larder.keys[at.location]!.webhookSecret!),
    larder.clock.now() - ageMs,
  )
  const response = await larder.app.inject({
    method: 'POST',
    url: to === 'platform' ? '/api/payments/events' : `/api/location/${at.location}/payments/events`,
    headers: { ...headers, host: at.host },
    payload: body,
  })
  return {
    status: response.statusCode,
    body: response.body === '' ? undefined! : response.json<ProblemBody>(),
  }
}

/** Sends all of Stripe's events for a restaurant's account, and waits until the server has handled them. */
export async function deliverEvents(larder: StripeLarder, at: Place = tavola): Promise<void> {
  for (const event of larder.stripe.dashboard(larder.accountOf[at.location]!).events())
    if ((await tell(larder, event, { at })).status !== 200) throw new Error(`${event.type} was refused`)
  // A round that was running already may have missed the last of them.
  await larder.minute()
  await larder.minute()
}
