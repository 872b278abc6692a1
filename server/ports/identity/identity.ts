/** Who somebody is, as a provider vouches for it. */
export type Identity = {
  /** The provider's own, lasting name for the person. */
  subject: string
  /** Undefined where the provider gives none. */
  email: string | undefined
  /** The provider made sure that the address is this person's. */
  emailVerified: boolean
  firstName: string
  lastName: string
  /** Set where the token that said so is good for one sign-in: its id, and until when it would be good (ms). */
  once?: { id: string; expiresAtMs: number } | undefined
}

/** A provider that people sign in with. `clientId` is the merchant's own account with it. */
export type IdentityProvider<Tokens> = {
  /**
   * Whom these tokens stand for; undefined when they are not good: forged, expired, another application's. No call here may stand inside a
   * database transaction. Throws IdentityUnreachableError when the provider gives no answer.
   */
  verify(clientId: string, tokens: Tokens): Promise<Identity | undefined>
}

/** `accessToken` may be empty: the client script of today gives none. */
export type GoogleTokens = { idToken: string; accessToken: string }
export type FacebookTokens = { accessToken: string }

/** The providers that are set up. What a merchant has a client id for is the merchant's own. */
export type IdentityProviders = {
  google: IdentityProvider<GoogleTokens>
  facebook: IdentityProvider<FacebookTokens> | undefined
}

/** The provider could not be asked: nothing is said about the tokens. */
export class IdentityUnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'IdentityUnreachableError'
  }
}

/** A sign-in must not hang on somebody else's server. */
export const providerTimeoutMs = 5000
