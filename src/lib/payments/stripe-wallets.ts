import type { Stripe } from '@stripe/stripe-js'
import { t } from '#contract/language.ts'
import { minimumCardChargeCents } from '#contract/pricing/tender.ts'
import type { MountedWallets, PaymentProvider, WalletListeners } from './provider.ts'

/** The part of Stripe.js that the Express Checkout Element needs. */
export type WalletStripe = Pick<Stripe, 'elements' | 'createPaymentMethod'>

/**
 * Stripe's Express Checkout Element, without a payment intent yet: the sheet shows the amount and makes a payment method, which then pays as a typed card does,
 * with a key of its own. For the provider all of these are cards; other wallets are not offered.
 */
export function mountWallets(
  stripe: WalletStripe,
  place: HTMLElement,
  { amountCents, business, onDark }: Parameters<PaymentProvider['mountWallets']>[1],
  { onAvailable, mayOpen, onPay }: WalletListeners,
): MountedWallets {
  const elements = stripe.elements({
    mode: 'payment',
    amount: Math.max(minimumCardChargeCents, amountCents),
    currency: 'usd',
    paymentMethodCreation: 'manual',
    // Link is a type of its own, and is shown only where it is named (server/ports/payments/stripe.ts has the same list).
    allowedPaymentMethodTypes: ['card', 'link'],
  })
  const buttons = elements.create('expressCheckout', {
    business: { name: business },
    buttonHeight: 48,
    buttonTheme: onDark
      ? { applePay: 'white', googlePay: 'white' }
      : { applePay: 'black', googlePay: 'black' },
    paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
  })
  buttons.on('ready', ({ availablePaymentMethods }) => onAvailable(availablePaymentMethods !== undefined))
  buttons.on('loaderror', () => onAvailable(false))
  buttons.on('click', ({ resolve, reject }) => (mayOpen() ? resolve() : reject()))
  buttons.on('confirm', ({ paymentFailed }) =>
    onPay({
      failed: paymentFailed,
      async createPaymentMethod({ name }) {
        const sent = await elements.submit()
        if (sent.error)
          return { problem: sent.error.message ?? t('Your wallet did not pay. Please try again.') }
        const { paymentMethod, error } = await stripe.createPaymentMethod({
          elements,
          params: { billing_details: { name } },
        })
        return paymentMethod
          ? { id: paymentMethod.id }
          : { problem: error?.message ?? t('Your wallet did not pay. Please try again.') }
      },
    }),
  )
  buttons.mount(place)
  return {
    setAmount: (cents) => elements.update({ amount: Math.max(minimumCardChargeCents, cents) }),
    unmount: () => buttons.destroy(),
  }
}
