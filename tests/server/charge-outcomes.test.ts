import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { stripePayments } from '#server/ports/payments/stripe.ts'

it('a charge below the provider’s minimum is declined with a message that says so', async () => {
  const error = {
    type: 'invalid_request_error',
    code: 'amount_too_small',
    message: 'Amount must be at least',
  }
  const { charge } = stripePayments({
    provider: 'stripe',
    keysOf: () => ({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1' }),
    client: Stripe.createFetchHttpClient(async () => Response.json({ error }, { status: 400 })),
  })
  const outcome = await charge({
    locationId: 'tavola-nyc',
    about: 't1',
    amountCents: 40,
    paymentMethod: 'pm_1',
    idempotencyKey: 'attempt-1',
  })
  expect(outcome).toEqual({ kind: 'declined', message: 'Card payments start at $0.50.' })
})
