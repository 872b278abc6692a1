import type { Cents } from '#contract/money.ts'
import type { WalletName } from '#contract/schemas/wallet.ts'

/** Colours of a pass, `#rrggbb`: `ink` and `label` can be read on `background`. */
export type PassColours = { background: string; ink: string; label: string }

/** What is written on a pass beside the card's own facts, in the language of whoever asked for it. */
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

/** A gift card as it goes into a phone's wallet. Of secrets it bears what a reader at the counter is shown: the number. */
export type GiftPass = {
  /** The same for a card for ever, and nothing of the card can be learned from it. Letters, digits, `.`, `_` and `-`. */
  serial: string
  /** The restaurant's kind of card, by its label: what its cards have in common. Lower-case words with hyphens. */
  program: string
  restaurant: string
  /** 16 digits: what the barcode says (decision 021). */
  cardNumber: string
  balanceCents: Cents
  /** When the balance was read, ms. */
  asOfMs: number
  /** Its last day as guests read it (`12/31/2027`), and when that is over, ms; undefined: it does not expire. */
  expiry: { day: string; endsAtMs: number } | undefined
  /** Lines of the restaurant's address. */
  address: readonly string[]
  phone: string
  /** Where the restaurant is, in degrees; undefined: nobody said. */
  coordinates: { latitude: number; longitude: number } | undefined
  /** Where the portal is: `https://order.example.com`. */
  origin: string
  words: PassWords
  colours: PassColours
  /** The restaurant's icon as PNG, 8 bits a channel; undefined: a plain tile is drawn. */
  icon: Uint8Array | undefined
  /** The same on the network, for whoever fetches it. */
  iconUrl: string | undefined
}

/** Puts gift cards into phones' wallets, signed with the keys of the merchant whose label is given. */
export type Wallet = {
  /** What a merchant's guests can be offered at this moment (ms): a certificate may have run out. */
  offered(label: string, nowMs: number): readonly WalletName[]
  /** Whether a wallet's passes are signed with the sandbox's keys: they can be looked at, and no phone takes them. */
  isSandbox(label: string, wallet: WalletName): boolean
  /** A `.pkpass` file. Rejects where the merchant has no keys for it. */
  applePass(label: string, pass: GiftPass): Promise<Uint8Array>
  /** The address that saves a pass into Google Wallet; the sandbox's is a path of this server. Rejects where the merchant has no keys for it. */
  googleLink(label: string, pass: GiftPass): Promise<string>
}
