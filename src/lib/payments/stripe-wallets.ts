import { t } from '#contract/language.ts'
import type { Cents } from '#contract/money.ts'
import { minimumCardChargeCents } from '#contract/pricing/tender.ts'
import type { MountedWallets, PaymentProvider, WalletListeners } from './provider.ts'

type Failure = { message?: string | undefined } | undefined

type WalletElement = {
  mount(place: HTMLElement): void
  destroy(): void
  on(event: 'ready', listener: (event: { availablePaymentMethods?: object | undefined }) => void): unknown
  on(event: 'loaderror', listener: () => void): unknown
  on(event: 'click', listener: (event: { resolve(): void; reject(): void }) => void): unknown
  on(event: 'confirm', listener: (event: { paymentFailed(): void }) => void): unknown
}

type WalletElements = {
  create(type: 'expressCheckout', options: Record<string, unknown>): WalletElement
  update(options: { amount: Cents }): void
  submit(): Promise<{ error?: Failure }>
}

/** What of Stripe.js the Express Checkout Element needs. */
export type WalletStripe = {
  elements(options: Record<string, unknown>): WalletElements
  createPaymentMethod(options: {
    elements: WalletElements
    params: { billing_details: { name: string } }
  }): Promise<{ paymentMethod?: { id: string } | undefined; error?: Failure }>
}

/**
 * Stripe's Express Checkout Element, before there is a payment intent: the sheet asks for the amount, and makes a payment method that is paid with as a
 * typed card is, with a key of its own. All of these are cards to the provider; wallets that are no cards are not offered.
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
    paymentMethodTypes: ['card'],
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
