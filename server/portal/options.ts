import type { LogService } from '#server/env.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { FirstScreen } from './first-screen.ts'
import type { PaymentFacts, VerificationFacts } from './page.ts'
import type { PortalSource } from './source.ts'

/** Everything that the portal's pages are made from, besides each merchant's own files. */
export type PortalOptions = {
  source: PortalSource
  merchantsDir: string
  version: string
  /** Milliseconds since the epoch. */
  now(): number
  payments(merchant: Merchant): PaymentFacts
  verification: VerificationFacts
  googleMapsKey?: string | undefined
  /** Where the browser's log goes; undefined: nowhere. */
  log?: LogService | undefined
  firstScreen?: FirstScreen
  /** The start of a merchant's URLs, as this server is reached from outside. */
  origin(merchant: Merchant): string
}
