import type { Cents } from '#contract/money.ts'

/**
 * The card provider as the portal uses it: hosted fields that it mounts and cannot read, a payment method made from them, and authentication where a bank
 * requires it. Card numbers never touch the portal's own code (docs/design/contract.md, Payment).
 */
export type CardField = 'cardNumber' | 'cardExpiry' | 'cardCvc'

/** A hosted field's state: never what was typed. */
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
  /** Calls the listener when a field's state changes. */
  onChange(listener: (field: CardField, state: FieldState) => void): void
  /** Calls the listener once every field can be typed into. A frame whose page failed to load reports nothing. */
  onReady(listener: () => void): void
  /** Loads again the fields that have not loaded, and returns them; the others keep what is typed. */
  remountMissing(): CardField[]
  /** Applies the page's changed look; what is typed is kept. */
  setStyle(style: FieldStyle): void
  /** Makes a payment method; the id, or the provider's message. */
  createPaymentMethod(billing: { name: string }): Promise<{ id: string } | { problem: string }>
  unmount(): void
}

/** What the guest agreed to in a wallet's sheet, which stays open until the payment succeeds or fails. */
export type WalletPayment = Pick<MountedCard, 'createPaymentMethod'> & {
  /** Tells the wallet that nothing was paid. */
  failed(): void
}

export type WalletListeners = {
  /** Whether the device has any wallet, and the buttons can be shown. */
  onAvailable(available: boolean): void
  /** A button was pressed; return false to keep the sheet closed. */
  mayOpen(): boolean
  onPay(payment: WalletPayment): void
}

export type MountedWallets = {
  /** The amount in the sheet, in cents. */
  setAmount(amountCents: Cents): void
  unmount(): void
}

export type PaymentProvider = {
  mountCard(places: Record<CardField, HTMLElement>, style: FieldStyle): MountedCard
  /** The buttons of the wallets that this device has: Apple Pay, Google Pay, Link. */
  mountWallets(
    place: HTMLElement,
    look: { amountCents: Cents; business: string; onDark: boolean },
    listeners: WalletListeners,
  ): MountedWallets
  /** Lets the bank authenticate the guest. Returns nothing, or the provider's error message. */
  authenticate(clientSecret: string): Promise<{ problem: string } | undefined>
}
