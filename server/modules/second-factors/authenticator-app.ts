import { Secret, TOTP } from 'otpauth'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { wrongProof } from './ports.ts'

/** Codes of an authenticator app (TOTP, RFC 6238): six digits, thirty seconds, SHA-1, which every app supports. Each works once. */

const stepSeconds = 30
/** How many steps a phone's clock may be off. */
const window = 1

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
    label,
    issuer,
  })

/** A new secret of 160 bits (RFC 4226 §4), base32. */
export const newSecret = ({ ids }: { ids: Ids }): string =>
  new Secret({ buffer: new Uint8Array(Buffer.from(ids.secret(), 'base64url').subarray(0, 20)).buffer }).base32

/** The URI that an app reads from a QR code. */
export const appUri = (secret: string, person: { email: string; restaurant: string }): string =>
  totpOf(secret, person.email, person.restaurant).toString()

/** The time step of a code; undefined for a wrong one. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code.replace(/\s/g, ''), timestamp: nowMs, window })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / stepSeconds) + delta
}

/** The context that a user's secret is sealed with; it does not open under another. */
const placeOf = (locationId: string, userId: string): string => `authenticator app\n${locationId}\n${userId}`

/** `openSecret` returns the secret as base32; throws CipherError for another user's. */
type App = { openSecret: () => string; addedAt: number; lastUsedAt: number | undefined }

/** A user's app. */
export async function findApp(
  database: Queryable,
  { cipher }: { cipher: DataCipher },
  locationId: string,
  userId: string,
): Promise<App | undefined> {
  const [row] = await database.query<{
    sealed_secret: string
    added_at: number
    last_used_at: number | null
  }>(
    'SELECT sealed_secret, added_at, last_used_at FROM authenticator_apps WHERE location_id = $1 AND user_id = $2',
    [locationId, userId],
  )
  return (
    row && {
      openSecret: () => cipher.open(row.sealed_secret, placeOf(locationId, userId)),
      addedAt: row.added_at,
      lastUsedAt: row.last_used_at ?? undefined,
    }
  )
}

/** Uses up a code: neither it nor an older one works anymore. Throws 422 credentials_invalid where it, or a later one, was used before. */
export async function spendStep(
  tx: Queryable,
  locationId: string,
  userId: string,
  step: number,
  nowMs: number,
): Promise<void> {
  const rows = await tx.query(
    `UPDATE authenticator_apps SET last_step = $3, last_used_at = $4 WHERE location_id = $1 AND user_id = $2 AND last_step < $3 RETURNING 1 AS used`,
    [locationId, userId, step, nowMs],
  )
  if (rows.length === 0) throw wrongProof('code', 'This code was used already. Please wait for the next one.')
}

/** Saves a user's app in place of the previous one; the code that proved it is used up. */
export function saveApp(
  tx: Transaction,
  { cipher, clock }: { cipher: DataCipher; clock: Clock },
  locationId: string,
  userId: string,
  app: { secret: string; step: number },
): void {
  tx.later(
    `INSERT INTO authenticator_apps (location_id, user_id, sealed_secret, last_step, added_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (location_id, user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = excluded.last_step,
       added_at = excluded.added_at, last_used_at = NULL`,
    [locationId, userId, cipher.seal(app.secret, placeOf(locationId, userId)), app.step, clock.now()],
  )
}
