/** Who somebody is, according to a provider. */
export type Identity = {
  /** The provider's permanent id of the person. */
  subject: string
  /** Undefined where the provider gives none. */
  email: string | undefined
  /** The provider has verified that the email is this person's. */
  emailVerified: boolean
  firstName: string
  lastName: string
  /** Set where the token may be used for only one sign-in: its id, and when it expires (ms). */
  once?: { id: string; expiresAtMs: number } | undefined
}

/** A provider that people sign in with. `clientId` is the merchant's own account with it. */
export type IdentityProvider<Tokens> = {
  /**
   * Whom these tokens stand for; undefined when they are invalid: forged, expired, another application's. Must not be called in a database transaction. Throws
   * IdentityUnreachableError when the provider does not answer.
   */
  verify(clientId: string, tokens: Tokens): Promise<Identity | undefined>
}

/** `accessToken` may be empty: the current client script gives none. */
export type GoogleTokens = { idToken: string; accessToken: string }
export type FacebookTokens = { accessToken: string }

/** The providers that this server is set up for. Each merchant's file has the client ids. */
export type IdentityProviders = {
  google: IdentityProvider<GoogleTokens>
  facebook: IdentityProvider<FacebookTokens> | undefined
}

/** The provider could not be reached, so the tokens may be valid or not. */
export class IdentityUnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'IdentityUnreachableError'
  }
}

/** A sign-in must not hang on another company's server. */
export const providerTimeoutMs = 5000
