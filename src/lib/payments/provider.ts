import type { Cents } from '#contract/money.ts'

/**
 * The card provider as the portal sees it: hosted fields that it mounts and cannot read, a payment method made from them, and authentication
 * where a bank asks for it. Card numbers never touch the portal's own code (docs/design/contract.md, Payment).
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
  /** Calls back when a field says something new. */
  onChange(listener: (field: CardField, state: FieldState) => void): void
  /** Calls back once every field can be typed into. A frame whose page did not come says nothing. */
  onReady(listener: () => void): void
  /** Loads again the fields that have not loaded, and returns them; the others keep what is typed. */
  remountMissing(): CardField[]
  /** The page's look has changed: what is typed is kept. */
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
  /** Whether the device has any wallet, so that its buttons are shown. */
  onAvailable(available: boolean): void
  /** Somebody pressed a button; return false to open no sheet. */
  mayOpen(): boolean
  onPay(payment: WalletPayment): void
}

export type MountedWallets = {
  /** What the sheet asks for, in cents. */
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
