import type { Stripe, StripeElementStyle } from '@stripe/stripe-js'
import { message, t } from '#contract/language.ts'
import type { CardField, FieldState, FieldStyle, MountedCard, PaymentProvider } from './provider.ts'
import { mountWallets, type WalletStripe } from './stripe-wallets.ts'

/**
 * The part of Stripe.js that the portal uses, by Stripe's own types: what a new release no longer accepts does not compile. The sandbox's script has the same
 * interface, so one adapter serves both.
 */
export type StripeLike = WalletStripe & Pick<Stripe, 'handleCardAction'>

/** What a card's three fields have in common. */
export type FieldElement = {
  mount(place: HTMLElement): void
  unmount(): void
  update(options: { style: StripeElementStyle }): void
  on(
    event: 'change',
    listener: (event: { complete: boolean; empty: boolean; error?: { message: string } | undefined }) => void,
  ): unknown
  on(event: 'ready', listener: () => void): unknown
}

const fields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
const fallbackMessage = message('The card could not be read. Please try again.')

const lookOf = (style: FieldStyle): StripeElementStyle => ({
  base: {
    color: style.color,
    fontFamily: style.fontFamily,
    fontSize: style.fontSize,
    '::placeholder': { color: style.placeholder },
  },
  invalid: { color: style.invalid },
})

/** A provider for anything with Stripe's interface. */
export function providerOf(stripe: StripeLike): PaymentProvider {
  return {
    mountCard(places, style) {
      const elements = stripe.elements()
      const look = lookOf(style)
      const number = elements.create('cardNumber', { style: look })
      const made: Record<CardField, FieldElement> = {
        cardNumber: number,
        cardExpiry: elements.create('cardExpiry', { style: look }),
        cardCvc: elements.create('cardCvc', { style: look }),
      }
      const mounted = fields.map((field) => ({ field, element: made[field] }))
      const coming = new Set<CardField>(fields)
      for (const { field, element } of mounted) {
        element.on('ready', () => coming.delete(field))
        element.mount(places[field])
      }
      const card: MountedCard = {
        onChange(listener) {
          for (const { field, element } of mounted) {
            element.on('change', ({ complete, empty, error }) => {
              const state: FieldState = { complete, empty, problem: error?.message }
              listener(field, state)
            })
          }
        },
        onReady(listener) {
          for (const { element } of mounted) {
            element.on('ready', () => {
              if (coming.size === 0) listener()
            })
          }
        },
        remountMissing() {
          for (const { field, element } of mounted) {
            if (!coming.has(field)) continue
            element.unmount()
            element.mount(places[field])
          }
          return [...coming]
        },
        setStyle(next) {
          for (const { element } of mounted) element.update({ style: lookOf(next) })
        },
        async createPaymentMethod({ name }) {
          const { paymentMethod, error } = await stripe.createPaymentMethod({
            type: 'card',
            card: number,
            billing_details: { name },
          })
          return paymentMethod ? { id: paymentMethod.id } : { problem: error?.message ?? t(fallbackMessage) }
        },
        unmount() {
          for (const { element } of mounted) element.unmount()
        },
      }
      return card
    },
    mountWallets: (place, look, listeners) => mountWallets(stripe, place, look, listeners),
    async authenticate(clientSecret) {
      const { error } = await stripe.handleCardAction(clientSecret)
      return error ? { problem: error.message ?? t('Your bank did not confirm the payment.') } : undefined
    },
  }
}
