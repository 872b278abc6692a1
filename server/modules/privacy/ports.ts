import type { AccountPorts } from '#server/modules/accounts/ports.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'

/** The outside dependencies of the privacy calls. */
export type PrivacyPorts = AccountPorts & {
  payments: Payments
  log: Log
  /** Deletes stored copies of sent emails and texts that contain one of these words; then calls `then`. */
  forgetSent(words: readonly string[], then: () => void): void
}
