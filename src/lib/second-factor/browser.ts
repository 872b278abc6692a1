import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** Creates and uses passkeys in the browser. Cancelling is not an error. */

/** A credential to send; or why there is none: cancelled, this device already has one, or it is not possible. */
type PasskeyOutcome<T> = { credential: T } | { none: 'given-up' | 'known' | 'impossible' }

/** Whether this browser supports passkeys on this page. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn()

/** Uses one of the passkeys that the server named. */
export const showPasskey = (options: object): Promise<PasskeyOutcome<{ id: string }>> =>
  outcomeOf(async () => ({
    // The server's options, unchanged.
    ...(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })),
  }))

/** Creates a passkey from the server's options. */
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

/** By WebAuthn's error names (§5.1.3, §5.1.4): a page cannot tell a timeout from Cancel. */
function reasonOf(cause: unknown): 'given-up' | 'known' | 'impossible' {
  if (!(cause instanceof Error)) throw cause
  if (cause.name === 'NotAllowedError' || cause.name === 'AbortError') return 'given-up'
  return cause.name === 'InvalidStateError' ? 'known' : 'impossible'
}
