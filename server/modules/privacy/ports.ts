import type { AccountPorts } from '#server/modules/accounts/ports.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'

/** What the calls about one's own data need of the world. */
export type PrivacyPorts = AccountPorts & {
  payments: Payments
  log: Log
  /** Deletes what was sent by email or text and is kept in a folder, where one of these words stands in it; then does what is to be done after. */
  forgetSent(words: readonly string[], then: () => void): void
}
