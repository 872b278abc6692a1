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

/** What the server depends on: start.ts passes the real ones, tests their own. */
export type AppOptions = {
  database: Database
  directory: LiveDirectory
  /** Throws where this server must not accept merchants that were imported while it runs; undefined: it accepts all. */
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
  /** Signs gift cards for phones' wallets; undefined: cards cannot be added to wallets. */
  wallet?: Wallet | undefined
  /** The sandbox's signing keys, used in place of merchants' keys; undefined: no sandbox. */
  walletSandbox?: (() => Promise<SandboxKeys>) | undefined
  /** The kitchen's system; undefined: the staff's own page. */
  kitchen?: KitchenSystem | undefined
  /** Undefined: the merchant's own town and those around it. */
  places?: Places | undefined
  /** Runs work at intervals: sending pending messages, passing orders to the kitchen. */
  repeat: Repeat
  verification: Verification
  identity: IdentityProviders
  portal: PortalSource
  merchantsDir: string
  version: string
  /** The merchant that answers on a bare `localhost` or an IP address; undefined: none. */
  defaultMerchant: string | undefined
  /** Reached by https only: HSTS is sent, and links in emails use https. */
  secure: boolean
  /** Where the browser's log is sent; undefined: nowhere. */
  browserLog?: LogService | undefined
  googleMapsKey?: string | undefined
  /** A proxy of ours is in front: the last address in X-Forwarded-For is the client's. */
  trustProxy?: boolean | undefined
  /** Limits on a client's tries; undefined: the defaults of modules/limits. */
  limits?: LimitPorts['limits']
  firstScreen?: FirstScreen | undefined
  requestLimits?: RequestLimits | undefined
  /** The folder of the hosted card fields; by default beside the sandbox's module. */
  hostedFieldsDir?: string | URL | undefined
}

/** How long a client may take (ms) and how many may connect: a request that arrives a byte at a time holds one of the connections. */
export type RequestLimits = { requestMs: number; headersMs: number; pollEveryMs: number; connections: number }
