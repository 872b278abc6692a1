import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { stripePayments } from '#server/ports/payments/stripe.ts'

/** How the adapter reads the provider's answers about a refund; the sandbox's own are in paid-not-submitted.test.ts. */
describe('a refund with the provider', () => {
  const refund = {
    locationId: 'tavola-nyc',
    intentId: 'pi_1',
    amountCents: 1742,
    idempotencyKey: 'larder-refund-1',
    isOld: false,
  }
  const answering = (status: number, body: unknown, seen: Request[] = []) =>
    stripePayments({
      provider: 'stripe',
      keysOf: () => ({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1' }),
      client: Stripe.createFetchHttpClient(async (input: string | URL | Request, init?: RequestInit) => {
        seen.push(new Request(input, init))
        return new Response(JSON.stringify(body), {
          status,
          headers: { 'content-type': 'application/json', 'stripe-should-retry': 'false' },
        })
      }),
    }).refund(refund)

  it('is asked for with the charge, the amount and a key of its own', async () => {
    const seen: Request[] = []
    const outcome = await answering(200, { id: 're_1', object: 'refund', status: 'pending' }, seen)
    expect(outcome).toEqual({ kind: 'refunded', refundId: 're_1' })
    expect(new URL(seen[0]!.url).pathname).toBe('/v1/refunds')
    expect(seen[0]!.headers.get('idempotency-key')).toBe('larder-refund-1')
    expect(await seen[0]!.text()).toBe('payment_intent=pi_1&amount=1742&metadata[larder_key]=larder-refund-1')
  })

  it.each([
    ['something else', 200, { hotel: 'wifi' }],
    ['a fault', 500, { error: { type: 'api_error', message: 'no' } }],
    ['a refusal', 400, { error: { type: 'invalid_request_error', message: 'no' } }],
  ])('is not certain after %s', async (_name, status, body) =>
    expect((await answering(status, body)).kind).toBe('unknown'),
  )

  it.each(['failed', 'canceled'])(
    'counts as failed if it is %s, and is never repeated under this key',
    async (status) =>
      expect(await answering(200, { id: 're_1', object: 'refund', status })).toEqual({ kind: 'failed' }),
  )

  it.each([
    ['done when it was done by hand', 'charge_already_refunded', { kind: 'refunded', refundId: 'by hand' }],
    ['the bank’s to decide in a dispute', 'charge_disputed', { kind: 'disputed' }],
    ['the bank’s to decide in a dispute, by another name', 'refund_disputed_payment', { kind: 'disputed' }],
    [
      'for the staff to pay another way where that charge takes none',
      'charge_not_refundable',
      { kind: 'failed' },
    ],
  ])('is %s', async (_name, code, outcome) => {
    const error = { type: 'invalid_request_error', code, message: 'It cannot be refunded.' }
    expect(await answering(400, { error })).toEqual(outcome)
  })
})
