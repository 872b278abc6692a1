import type { FieldElement, StripeLike } from '#lib/payments/stripe-shape.ts'
import type { CardField } from '#lib/payments/provider.ts'

const noWallets = {
  create: () => ({ mount: () => undefined, destroy: () => undefined, on: () => undefined }),
  update: () => undefined,
  submit: async () => ({}),
}

/** The provider's script on a device without a wallet: the test supplies its card fields. */
export const stripeWithout = (
  create: (field: CardField) => Pick<FieldElement, 'on'> & Partial<Pick<FieldElement, 'mount' | 'update'>>,
  createPaymentMethod: () => Promise<{
    paymentMethod?: { id: string }
    error?: { message: string }
  }> = async () => ({ paymentMethod: { id: 'pm_1' } }),
): StripeLike => {
  const cards = {
    create: (field: CardField) => ({
      mount: () => undefined,
      unmount: () => undefined,
      update: () => undefined,
      ...create(field),
    }),
  }
  return {
    elements: (options?: object) => (options ? noWallets : cards),
    createPaymentMethod,
    handleCardAction: async () => ({}),
  } as unknown as StripeLike
}
