import { Misfit } from './findings.ts'
import type { Wire } from './wire.ts'

type Where = { wire: Wire; base: string; locationId: string; source: string | undefined }

/** Stripe's own test card as a payment method: accounts in live mode refuse it. */
const stripeTestCard = 'pm_card_visa'

/**
 * Gives a function that makes a payment method for a test card: the one that was named, or the sandbox's if the API has Larder's sandbox, or Stripe's. Each
 * payment needs its own.
 */
export function testCardAt({ wire, base, locationId, source }: Where): () => Promise<string> {
  return async () => {
    if (source !== undefined) return source
    const form = new URLSearchParams({
      key: `pk_sandbox_${locationId}`,
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '34',
      'card[cvc]': '123',
      'billing_details[name]': 'Conformance Check',
    })
    const made = await wire({
      method: 'POST',
      url: `${new URL(base).origin}/sandbox/payments/v1/payment_methods`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      body: form.toString(),
      timeoutMs: 20_000,
    })
    if (made.status === 404 || made.status === 405) return stripeTestCard
    const id = made.status === 200 ? /"id"\s*:\s*"(pm_[^"]+)"/.exec(made.text)?.[1] : undefined
    if (id === undefined)
      throw new Misfit('a payment method of the sandbox', `${made.status} ${made.text.slice(0, 100)}`)
    return id
  }
}
