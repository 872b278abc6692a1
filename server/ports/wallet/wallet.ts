import type { Cents } from '#contract/money.ts'
import type { WalletName } from '#contract/schemas/wallet.ts'

/** A pass's colors, `#rrggbb`: `ink` and `label` are readable on `background`. */
export type PassColours = { background: string; ink: string; label: string }

/** The texts on a pass besides the card's own data, in the language of whoever requested it. */
export type PassWords = Record<
  | 'description'
  | 'relevant'
  | 'balance'
  | 'balanceAsOf'
  | 'expires'
  | 'cardNumber'
  | 'phone'
  | 'website'
  | 'about'
  | 'note',
  string
>

/** A gift card as it goes into a phone's wallet. The only secret in it is the number, which the register scans. */
export type GiftPass = {
  /** Always the same for a card, and reveals nothing about it. Letters, digits, `.`, `_` and `-`. */
  serial: string
  /** The restaurant's kind of card, by its label: what its cards have in common. Lowercase words with hyphens. */
  program: string
  restaurant: string
  /** 16 digits: the content of the barcode (decision 021). */
  cardNumber: string
  balanceCents: Cents
  /** When the balance was read, ms. */
  asOfMs: number
  /** Its last day as guests read it (`12/31/2027`), and the end of that day, ms; undefined: it does not expire. */
  expiry: { day: string; endsAtMs: number } | undefined
  /** Lines of the restaurant's address. */
  address: readonly string[]
  phone: string
  /** The restaurant's position, in degrees; undefined: not known. */
  coordinates: { latitude: number; longitude: number } | undefined
  /** The portal's origin: `https://order.example.com`. */
  origin: string
  words: PassWords
  colours: PassColours
  /** The restaurant's icon as PNG, 8 bits per channel; undefined: a plain tile is drawn. */
  icon: Uint8Array | undefined
  /** The icon's public URL. */
  iconUrl: string | undefined
}

/** Puts gift cards into phones' wallets, signed with the keys of the merchant with the given label. */
export type Wallet = {
  /** The wallets that a merchant's guests can be offered at an instant (ms): a certificate may have expired. */
  offered(label: string, nowMs: number): readonly WalletName[]
  /** Whether a wallet's passes are signed with the sandbox's keys: they can be viewed, but no phone accepts them. */
  isSandbox(label: string, wallet: WalletName): boolean
  /** A `.pkpass` file. Rejects where the merchant has no keys for it. */
  applePass(label: string, pass: GiftPass): Promise<Uint8Array>
  /** The address that saves a pass into Google Wallet; the sandbox's is a path of this server. Rejects where the merchant has no keys for it. */
  googleLink(label: string, pass: GiftPass): Promise<string>
}
