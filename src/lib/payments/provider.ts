/**
 * The card provider as the portal sees it: hosted fields that it mounts and cannot read, a payment method made from them, and authentication
 * where a bank asks for it. Card numbers never touch the portal's own code (docs/design/contract.md, Payment).
 */
export type CardField = 'cardNumber' | 'cardExpiry' | 'cardCvc'

/** What a hosted field says about itself: never what was typed. */
export type FieldState = { complete: boolean; empty: boolean; problem: string | undefined }

/** How a hosted field should look: plain values, since a frame cannot see the page's variables. */
export type FieldStyle = {
  color: string
  placeholder: string
  invalid: string
  fontFamily: string
  fontSize: string
}

export type MountedCard = {
  /** Calls back when a field says something new. */
  onChange(listener: (field: CardField, state: FieldState) => void): void
  /** Makes a payment method; the id, or the provider's message. */
  createPaymentMethod(billing: { name: string }): Promise<{ id: string } | { problem: string }>
  unmount(): void
}

export type PaymentProvider = {
  mountCard(places: Record<CardField, HTMLElement>, style: FieldStyle): MountedCard
  /** Lets the bank ask the diner; nothing, or the provider's message. */
  authenticate(clientSecret: string): Promise<{ problem: string } | undefined>
}
