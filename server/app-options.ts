import type { Clock, Ids } from '#contract/ports.ts'
import type { LogService } from '#server/env.ts'
import type { Database } from '#server/db/database.ts'
import type { LiveDirectory } from '#server/merchants/merchant.ts'
import type { ReloadPorts } from '#server/merchants/reload.ts'
import type { LimitPorts } from '#server/modules/limits/limits.ts'
import type { FirstScreen } from '#server/portal/first-screen.ts'
import type { PortalSource } from '#server/portal/source.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import type { IdentityProviders } from '#server/ports/identity/identity.ts'
import type { KitchenSystem } from '#server/ports/kitchen/kitchen.ts'
import type { Log } from '#server/ports/log.ts'
import type { Mail } from '#server/ports/mail/mail.ts'
import type { Passwords } from '#server/ports/passwords.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import type { Places } from '#server/ports/places/places.ts'
import type { Push } from '#server/ports/push/push.ts'
import type { Repeat } from '#server/ports/repeat.ts'
import type { TextMessages } from '#server/ports/text-messages/text-messages.ts'
import type { SandboxKeys } from '#server/ports/wallet/sandbox-keys.ts'
import type { Wallet } from '#server/ports/wallet/wallet.ts'
import type { Verification } from '#server/ports/verification/verification.ts'

/** What the server stands on: start.ts gives the real ones, tests their own. */
export type AppOptions = {
  database: Database
  directory: LiveDirectory
  /** Throws where this server must not take merchants that were imported while it runs; undefined: it takes all. */
  acceptMerchants?: ReloadPorts['accept'] | undefined
  clock: Clock
  ids: Ids
  cipher: DataCipher
  log: Log
  payments: Payments
  passwords: Passwords
  mail: Mail
  texts: TextMessages
  push: Push
  /** Signs gift cards for phones' wallets; undefined: none goes into one. */
  wallet?: Wallet | undefined
  /** What signs in place of merchants' keys; undefined: nothing does. */
  walletSandbox?: (() => Promise<SandboxKeys>) | undefined
  /** Where orders are cooked; undefined: the staff's own page. */
  kitchen?: KitchenSystem | undefined
  /** Undefined: the merchant's own town and those around it. */
  places?: Places | undefined
  /** What is done again and again: sending what is still to be sent, letting orders into the kitchen. */
  repeat: Repeat
  verification: Verification
  identity: IdentityProviders
  portal: PortalSource
  merchantsDir: string
  version: string
  /** Who answers on a bare `localhost` or an IP address; undefined: nobody. */
  defaultMerchant: string | undefined
  /** Reached by https only: HSTS is sent, and links in emails go there. */
  secure: boolean
  /** Where the browser's log goes; undefined: nowhere. */
  browserLog?: LogService | undefined
  googleMapsKey?: string | undefined
  /** A proxy of ours stands in front: X-Forwarded-For's last address is the client's. */
  trustProxy?: boolean | undefined
  /** How often a client may try; undefined: the defaults of modules/limits. */
  limits?: LimitPorts['limits']
  firstScreen?: FirstScreen | undefined
  requestLimits?: RequestLimits | undefined
  /** Where the hosted card fields are; beside the sandbox's module unless said otherwise. */
  hostedFieldsDir?: string | URL | undefined
}

/** How long a client may take, in ms: a request that comes a byte at a time holds a connection and a place among those that may be open. */
export type RequestLimits = { requestMs: number; headersMs: number; pollEveryMs: number; connections: number }
