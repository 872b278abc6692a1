import { loadStripe } from '@stripe/stripe-js/pure'
import { locale } from '#contract/language.ts'
import { addScript } from '#lib/ports/load-script.ts'
import type { PaymentProvider } from './provider.ts'
import { providerOf, type StripeLike } from './stripe-shape.ts'

export type PaymentSettings = { provider: 'sandbox' | 'stripe'; publishableKey: string }

/** The fields' own texts are in the language that the guest chose, which may not be the browser's. */
const languageOfFields = (): 'es' | 'en' => (locale().startsWith('es') ? 'es' : 'en')

type SandboxWindow = {
  LarderSandboxPayments?: (publishableKey: string, options: { locale: string }) => StripeLike
}

/** Loads the host's card provider, only when a guest is about to pay by card. Rejects when its script cannot be loaded. */
export async function loadProvider({ provider, publishableKey }: PaymentSettings): Promise<PaymentProvider> {
  if (provider === 'stripe') {
    // A platform's key is followed by the connected account whose money it is (server/ports/payments/payments.ts).
    const [key = '', stripeAccount] = publishableKey.split(' ')
    const stripe = await loadStripe(key, {
      locale: languageOfFields(),
      ...(stripeAccount !== undefined && { stripeAccount }),
    })
    if (!stripe) throw new Error('the card provider is not available here')
    return providerOf(stripe)
  }
  const sandbox = globalThis as SandboxWindow
  if (!sandbox.LarderSandboxPayments) await addScript('/sandbox/payments/v1.js')
  if (!sandbox.LarderSandboxPayments) throw new Error('the payment sandbox did not load')
  return providerOf(sandbox.LarderSandboxPayments(publishableKey, { locale: languageOfFields() }))
}
