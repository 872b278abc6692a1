/**
 * Checks that a person fills in a form (specification §2 *Sign up*). The embedded default is a proof of work without a third party; reCAPTCHA replaces it where
 * the operator has keys for it.
 */
export type Verification = {
  provider: 'embedded' | 'recaptcha'
  /** The key for the browser's widget; the embedded one needs none. */
  siteKey: string | undefined
  /**
   * Whether an answer is right and unused; this uses it up. Must not be called in a database transaction. Throws VerificationUnreachableError when the service
   * does not answer.
   */
  verify(locationId: string, confirmation: string): Promise<boolean>
  /** A new challenge for the embedded widget; a provider with its own widget has none. */
  makeChallenge?(locationId: string): Promise<object>
  /** The verification for pages that take cards, where no third-party script runs; undefined: the same. */
  onPaymentPages?: Verification | undefined
}

/** The verification service did not answer: the diner is asked to try again, not called a robot. */
export class VerificationUnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'VerificationUnreachableError'
  }
}
