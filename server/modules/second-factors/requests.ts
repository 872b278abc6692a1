import type { Clock, Ids } from '#contract/ports.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { hashOfSecret } from '#server/plugins/auth.ts'
import { ProblemError } from '#server/plugins/problems.ts'

/**
 * A request for proof: for one use, for five minutes, at one host, and for one purpose of one person. Stored as the hash of its token; it ends after five
 * tries. A repeated call whose answer was lost has the same idempotency key and counts as proved.
 */

export type Purpose = 'sign_in' | 'step_up' | 'add_passkey' | 'add_app'

export type ProofRequestRow = {
  tokenHash: string
  purpose: Purpose
  userId: string
  /** The user's version at the time: a password change since voids the request. */
  userVersion: number
  sessionId: string | undefined
  host: string
  /** The challenge for a passkey to sign, base64url. */
  challenge: string
  sealedSecret: string | undefined
  /** It was already proved under this key: the call is answered again. */
  repeated: boolean
}

const livesMs = 5 * 60 * 1000
const maxTries = 5

type Asked = Pick<ProofRequestRow, 'purpose' | 'userId' | 'userVersion' | 'host'> & {
  sessionId?: string
  /** Seals a secret for this request, by its token's hash. */
  seal?: (tokenHash: string) => string
}

/** Creates a request. Returns its token, and the challenge for a passkey. */
export function askForProof(
  tx: Transaction,
  { clock, ids }: { clock: Clock; ids: Ids },
  locationId: string,
  { purpose, userId, userVersion, sessionId, host, seal }: Asked,
): { token: string; challenge: string } {
  const [token, challenge] = [ids.secret(), ids.secret()]
  const tokenHash = hashOfSecret(token)
  tx.later(
    `INSERT INTO proof_requests (location_id, token_hash, purpose, user_id, user_version, session_id, host, challenge, sealed_secret, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      locationId,
      tokenHash,
      purpose,
      userId,
      userVersion,
      sessionId ?? null,
      host,
      challenge,
      seal?.(tokenHash) ?? null,
      clock.now() + livesMs,
    ],
  )
  return { token, challenge }
}

/** Who sends a proof, and what for. */
type Shown = { locationId: string; token: string; key: string; purpose: Purpose; host: string }

type Row = {
  user_id: string
  user_version: number
  session_id: string | null
  challenge: string
  sealed_secret: string | null
  used_at: number | null
}

/**
 * Counts a try, before anything is compared: of a hundred at once, five are compared. Throws 422 link_invalid for a request that is over, used, unknown, or was
 * made for another purpose, host or restaurant.
 */
export async function takeTry(
  { database, clock }: { database: Database; clock: Clock },
  { locationId, token, key, purpose, host }: Shown,
): Promise<ProofRequestRow> {
  const tokenHash = hashOfSecret(token)
  const rows = await database.query<Row>(
    `UPDATE proof_requests SET tries = tries + 1
     WHERE location_id = $1 AND token_hash = $2 AND purpose = $3 AND host = $4 AND expires_at > $5
       AND ((used_at IS NULL AND tries < ${maxTries}) OR used_key = $6)
     RETURNING user_id, user_version, session_id, challenge, sealed_secret, used_at`,
    [locationId, tokenHash, purpose, host, clock.now(), hashOfSecret(key)],
  )
  const row = rows[0]
  if (!row) throw requestOver()
  return {
    tokenHash,
    purpose,
    userId: row.user_id,
    userVersion: row.user_version,
    sessionId: row.session_id ?? undefined,
    host,
    challenge: row.challenge,
    sealedSecret: row.sealed_secret ?? undefined,
    repeated: row.used_at !== null,
  }
}

/** Uses up a request, in the transaction of the proof. Throws 422 link_invalid for the second of two at once. */
export async function spendRequest(
  tx: Queryable,
  { locationId, key }: Pick<Shown, 'locationId' | 'key'>,
  { tokenHash }: Pick<ProofRequestRow, 'tokenHash'>,
  nowMs: number,
): Promise<void> {
  const rows = await tx.query(
    `UPDATE proof_requests SET used_at = $3, used_key = $4, sealed_secret = NULL
     WHERE location_id = $1 AND token_hash = $2 AND used_at IS NULL RETURNING 1 AS used`,
    [locationId, tokenHash, nowMs, hashOfSecret(key)],
  )
  if (rows.length === 0) throw requestOver()
}

/** 422: the user must start over; the same for every reason. */
export const requestOver = (): ProblemError =>
  new ProblemError(
    422,
    'link_invalid',
    'That took too long, or there were too many tries. Please start over.',
  )

/** Deletes requests that are over. */
export const forgetOldRequests = (database: Queryable, nowMs: number): Promise<void> =>
  deleteInBatches(database, 'proof_requests', 'expires_at <= $1', [nowMs])
