import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import type { Clock } from '#contract/ports.ts'
import {
  type GoogleTokens,
  type Identity,
  type IdentityProvider,
  IdentityUnreachableError,
  providerTimeoutMs,
} from './identity.ts'
import { errorName } from '#server/ports/log.ts'

type GoogleOptions = {
  /** `https://accounts.google.com`, unless a test's provider stands in for it. */
  issuer: string
  jwksUrl: string
  clock: Clock
}

/** What Google signs with, and what it may move to. `none` and symmetric algorithms are never accepted. */
const algorithms = ['RS256', 'ES256']

/** Google's id tokens, checked as OpenID Connect Core §3.2.2.11 requires: signature, issuer, audience, expiry, and the access token's hash. */
export function googleIdentity({ issuer, jwksUrl, clock }: GoogleOptions): IdentityProvider<GoogleTokens> {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: providerTimeoutMs })
  // Google's tokens name the issuer with or without the scheme.
  const issuers = [issuer, issuer.replace(/^https:\/\//, '')]
  return {
    async verify(clientId, { idToken, accessToken }) {
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms,
          issuer: issuers,
          audience: clientId,
          requiredClaims: ['sub', 'exp', 'iat'],
          currentDate: new Date(clock.now()),
          clockTolerance: toleranceSeconds,
        })
        return isFor(payload, clientId) && hasHashOf(payload, accessToken)
          ? { ...identityOf(payload), once: onceOf(idToken, payload) }
          : undefined
      } catch (error) {
        if (isRefusal(error)) return undefined
        throw new IdentityUnreachableError(errorName(error))
      }
    },
  }
}

const toleranceSeconds = 30

/** Google sends no `jti`: the signed text is just as unique. */
const onceOf = (idToken: string, { exp = 0 }: JWTPayload): Identity['once'] => ({
  id: createHash('sha256').update(idToken).digest('base64url'),
  expiresAtMs: (exp + toleranceSeconds) * 1000,
})

/** A token for several audiences must have been requested by us. */
const isFor = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  !Array.isArray(aud) || aud.length === 1 || azp === clientId

/** If there is a hash, it must be of this access token: otherwise the two come from different sign-ins. */
function hasHashOf({ at_hash: hash }: JWTPayload, accessToken: string): boolean {
  if (accessToken === '' || hash === undefined) return true
  // Both algorithms above use SHA-256; the hash is its left half.
  return (
    hash === createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url')
  )
}

function identityOf(payload: JWTPayload): Identity {
  const text = (name: string): string => (typeof payload[name] === 'string' ? payload[name] : '')
  return {
    subject: text('sub'),
    email: text('email') || undefined,
    emailVerified: payload['email_verified'] === true || payload['email_verified'] === 'true',
    firstName: text('given_name') || text('name'),
    lastName: text('family_name'),
  }
}

/** The token is at fault. All other errors are about fetching Google's keys. */
const isRefusal = (error: unknown): boolean =>
  [
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JWTClaimValidationFailed,
    errors.JWTExpired,
    errors.JWTInvalid,
  ].some((kind) => error instanceof kind)
