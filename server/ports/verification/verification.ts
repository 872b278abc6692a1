/**
 * Whether a person stands behind a form (specification §2 *Sign up*). The embedded default is a proof of work that needs no third party;
 * reCAPTCHA takes its place where the operator has keys for it.
 */
export type Verification = {
  provider: 'embedded' | 'recaptcha'
  /** What the browser's widget is set up with; the embedded one needs nothing. */
  siteKey: string | undefined
  /**
   * Whether an answer is right and was never used before: it is used up by this. Must not stand inside a database transaction.
   * Throws VerificationUnreachableError when nobody can say.
   */
  verify(locationId: string, confirmation: string): Promise<boolean>
  /** A new challenge of the embedded widget; a provider with a widget of its own has none. */
  makeChallenge?(locationId: string): Promise<object>
  /** What pages that take cards ask in its place, since nobody else's script runs there; undefined: the same. */
  onPaymentPages?: Verification | undefined
}

/** The verification service gave no answer: the diner is asked to try again, not called a robot. */
export class VerificationUnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'VerificationUnreachableError'
  }
}
