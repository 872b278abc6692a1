import type { FastifyRequest } from 'fastify'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { hostOf } from '#server/plugins/proved.ts'
import { type ProofRequestRow } from './requests.ts'
import { wrongProof } from './ports.ts'

/** Passkeys (WebAuthn level 3), each bound to the host that it was created at. The library is loaded on first use. */

const library = () => import('@simplewebauthn/server')

export type PasskeyRow = {
  id: string
  name: string
  host: string
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  addedAt: number
  lastUsedAt: number | undefined
}

type Row = {
  id: string
  name: string
  host: string
  credential_id: string
  public_key: string
  counter: number
  transports: string
  added_at: number
  last_used_at: number | null
}

/** A user's passkeys, the oldest first. */
export async function listPasskeys(
  database: Queryable,
  locationId: string,
  userId: string,
): Promise<PasskeyRow[]> {
  const rows = await database.query<Row>(
    `SELECT id, name, host, credential_id, public_key, counter, transports, added_at, last_used_at FROM passkeys
     WHERE location_id = $1 AND user_id = $2 ORDER BY added_at, id`,
    [locationId, userId],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: row.host,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports.split(' ').filter(Boolean),
    addedAt: row.added_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }))
}

const timeoutMs = 4 * 60 * 1000
/** Presence is enough, since there was a password or a session. So keys without a PIN work, too. */
const verification = { userVerification: 'preferred', residentKey: 'preferred' } as const
/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257]

const ofHost = (passkeys: readonly PasskeyRow[], host: string) =>
  passkeys
    .filter((one) => one.host === host)
    .map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }))

/** The browser's options for using one of these. `challenge` is base64url. */
export const requestOptions = (
  passkeys: readonly PasskeyRow[],
  host: string,
  challenge: string,
): Record<string, unknown> => ({
  challenge,
  rpId: host,
  allowCredentials: ofHost(passkeys, host),
  timeout: timeoutMs,
  userVerification: verification.userVerification,
})

/** The browser's options for creating a passkey, but not on a device that has one of these already. */
export async function creationOptions(
  passkeys: readonly PasskeyRow[],
  { host, challenge }: Pick<ProofRequestRow, 'host' | 'challenge'>,
  person: { restaurant: string; userId: string; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: person.restaurant,
    rpID: host,
    userID: new Uint8Array(Buffer.from(person.userId)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: ofHost(passkeys, host),
    authenticatorSelection: verification,
    supportedAlgorithmIDs: algorithms,
  })
}

/** The origins that may act for a host: in production only https. The port is the request's. */
const originsOf = (request: FastifyRequest, production: boolean): string[] => {
  const host = (request.headers.host ?? '').toLowerCase()
  return production ? [`https://${host}`] : [`https://${host}`, `http://${host}`]
}

const words = 'This passkey did not work. Please try again, or use another way.'

/** Checks a new passkey. Throws 422 credentials_invalid for one that was created for another challenge or origin. */
export async function checkNewPasskey(
  request: FastifyRequest,
  { challenge, host }: Pick<ProofRequestRow, 'challenge' | 'host'>,
  credential: { id: string },
  production: boolean,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await library()
  const verified = await refusing(() =>
    verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(request, production),
      expectedRPID: host,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified.verified) throw wrongProof('credential', words)
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
  }
}

/**
 * Checks that a passkey of this user signed the challenge. Returns its new counter, to be saved in the transaction. Throws 422 credentials_invalid for a wrong
 * signature, and for a counter that did not go up: then the passkey was copied.
 */
export async function checkPasskey(
  request: FastifyRequest,
  passkeys: readonly PasskeyRow[],
  { challenge }: Pick<ProofRequestRow, 'challenge'>,
  credential: { id: string },
  production: boolean,
): Promise<{ passkey: PasskeyRow; counter: number }> {
  const host = hostOf(request)
  const passkey = passkeys.find((one) => one.credentialId === credential.id && one.host === host)
  if (!passkey) throw wrongProof('credential', words)
  const { verifyAuthenticationResponse } = await library()
  const verified = await refusing(() =>
    verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(request, production),
      expectedRPID: host,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    }),
  )
  if (!verified.verified) throw wrongProof('credential', words)
  return { passkey, counter: verified.authenticationInfo.newCounter }
}

/** Whatever the library rejects is the sender's fault: its only input is what the browser sent. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    throw Object.assign(wrongProof('credential', words), { cause: error })
  }
}

/** Saves the counter of a used passkey. Throws 422 for the second of two simultaneous uses with the same counter. */
export async function keepCounter(
  tx: Queryable,
  locationId: string,
  { passkey, counter }: { passkey: PasskeyRow; counter: number },
  nowMs: number,
): Promise<void> {
  const rows = await tx.query(
    `UPDATE passkeys SET counter = $4, last_used_at = $5 WHERE location_id = $1 AND id = $2 AND counter = $3 RETURNING 1 AS used`,
    [locationId, passkey.id, passkey.counter, counter, nowMs],
  )
  if (rows.length === 0) throw wrongProof('credential', words)
}

/** Inserts a new passkey. False where it exists already. */
export async function insertPasskey(
  tx: Transaction,
  locationId: string,
  userId: string,
  passkey: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<boolean> {
  const { id, host, credentialId, publicKey, counter, transports, name, addedAt } = passkey
  const rows = await tx.query(
    `INSERT INTO passkeys (location_id, id, user_id, host, credential_id, public_key, counter, transports, name, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (location_id, credential_id) DO NOTHING RETURNING 1 AS added`,
    [locationId, id, userId, host, credentialId, publicKey, counter, transports.join(' '), name, addedAt],
  )
  return rows.length > 0
}
