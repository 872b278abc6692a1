import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** Passkeys as the browser makes and uses them. What a person gave up is no error. */

/** A credential as it is sent; or why there is none: given up, this device has one already, or it cannot. */
type PasskeyOutcome<T> = { credential: T } | { none: 'given-up' | 'known' | 'impossible' }

/** Whether this browser has passkeys on this page. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn()

/** Uses one of the passkeys that the server named. */
export const showPasskey = (options: object): Promise<PasskeyOutcome<{ id: string }>> =>
  outcomeOf(async () => ({
    // As the server made it, passed on.
    ...(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })),
  }))

/** Makes a passkey of what the server gave. */
export const makePasskey = (options: object): Promise<PasskeyOutcome<{ id: string }>> =>
  outcomeOf(async () => ({
    ...(await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })),
  }))

async function outcomeOf<T>(work: () => Promise<T>): Promise<PasskeyOutcome<T>> {
  if (!hasPasskeys()) return { none: 'impossible' }
  try {
    return { credential: await work() }
  } catch (cause) {
    return { none: reasonOf(cause) }
  }
}

/** By the names that WebAuthn gives (§5.1.3, §5.1.4): time ran out and Cancel are one and the same to a page. */
function reasonOf(cause: unknown): 'given-up' | 'known' | 'impossible' {
  if (!(cause instanceof Error)) throw cause
  if (cause.name === 'NotAllowedError' || cause.name === 'AbortError') return 'given-up'
  return cause.name === 'InvalidStateError' ? 'known' : 'impossible'
}
