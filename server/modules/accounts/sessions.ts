import { createHmac } from 'node:crypto'
import { dayMs } from '#contract/durations.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { hashOfSecret } from '#server/plugins/auth.ts'
import { isShiftOver } from '#server/plugins/staff-sessions.ts'
import { isStaff, type Role } from '#contract/rules/roles.ts'

/** Opening, refreshing and ending sessions. Only hashes of their secrets are stored. */

export type SessionPorts = { clock: Clock; ids: Ids }

/** Well over a day: the portal refreshes when less than a day is left (specification §4), so that a shorter time would make it refresh every minute. */
const accessMs = 7 * dayMs
/** Counted from the last refresh: a user back from a vacation is still signed in. */
const refreshMs = 180 * dayMs
/** The most, however often it is refreshed. */
const sessionMs = 400 * dayMs
/** A refresh token that is reused within this time was sent by two windows, or its answer was lost; after it, it was stolen. */
const graceMs = 30_000

/** More devices than anybody has; limits the rows of somebody who signs in by script. */
const maxSessions = 50

/**
 * Opens a session for an authenticated user; beyond fifty per user, the one seen longest ago is ended. `device` is the name its owner recognizes it by
 * (device.ts); `byFactor`: the user has used a second factor (decision 064).
 */
export function beginSession(
  tx: Transaction,
  ports: SessionPorts,
  { locationId }: Pick<Merchant, 'locationId'>,
  { userId, device, byFactor = false }: { userId: string; device: string; byFactor?: boolean },
): { tokens: Tokens; sessionId: string } {
  const nowMs = ports.clock.now()
  const session = { id: ports.ids.uuid(), endsAt: nowMs + sessionMs }
  const revocationId = ports.ids.secret()
  makeRoom(tx, locationId, userId)
  tx.later(
    `INSERT INTO sessions (location_id, id, user_id, revocation_hash, device, created_at, last_seen_at, proved_at, ends_at, proved_by_factor)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $7, $8)`,
    [locationId, session.id, userId, hashOfSecret(revocationId), device, nowMs, session.endsAt, byFactor],
  )
  const made = { token: ports.ids.secret(), refreshToken: ports.ids.secret() }
  return {
    tokens: { ...keepTokens(tx, locationId, session, made, nowMs), revocation_id: revocationId },
    sessionId: session.id,
  }
}

/** Ended sessions are deleted first. The order respects foreign keys: a session is deleted after its tokens. */
function makeRoom(tx: Transaction, locationId: string, userId: string): void {
  const beyond = `SELECT id FROM sessions WHERE location_id = $1 AND user_id = $2
    ORDER BY revoked_at IS NULL DESC, last_seen_at DESC, id OFFSET ${maxSessions - 1}`
  for (const [table, column] of [
    ['access_tokens', 'session_id'],
    ['refresh_tokens', 'session_id'],
    ['sessions', 'id'],
  ])
    tx.later(`DELETE FROM ${table} WHERE location_id = $1 AND ${column} IN (${beyond})`, [locationId, userId])
}

type Pair = { token: string; refreshToken: string }

/** Stores tokens that were issued at `issuedAt`, and returns them as they are answered. */
function keepTokens(
  tx: Transaction,
  locationId: string,
  session: { id: string; endsAt: number },
  pair: Pair,
  issuedAt: number,
): Tokens {
  const { token, refreshToken } = pair
  const expiresAt = accessEndsAt(session, issuedAt)
  tx.later(
    'INSERT INTO access_tokens (location_id, token_hash, session_id, expires_at) VALUES ($1, $2, $3, $4)',
    [locationId, hashOfSecret(token), session.id, expiresAt],
  )
  tx.later(
    'INSERT INTO refresh_tokens (location_id, token_hash, session_id, expires_at) VALUES ($1, $2, $3, $4)',
    [locationId, hashOfSecret(refreshToken), session.id, Math.min(issuedAt + refreshMs, session.endsAt)],
  )
  return answerOf(pair, expiresAt)
}

const accessEndsAt = ({ endsAt }: { endsAt: number }, issuedAt: number): number =>
  Math.min(issuedAt + accessMs, endsAt)

const answerOf = ({ token, refreshToken }: Pair, expiresAt: number): Tokens => ({
  token,
  refresh_token: refreshToken,
  expires: new Date(expiresAt).toISOString(),
})

/**
 * Derives the tokens that follow a refresh token: the same for the same token and salt, so that they can be answered again without being stored. Neither the
 * salt from the database nor the token alone is enough to derive them.
 */
function successorOf(refreshToken: string, salt: string): Pair {
  const derive = (what: string): string =>
    createHmac('sha256', refreshToken).update(`${what} ${salt}`).digest('base64url')
  return { token: derive('access'), refreshToken: derive('refresh') }
}

type RefreshRow = {
  session_id: string
  user_id: string
  expires_at: number
  used_at: number | null
  used_key: string | null
  successor_salt: string | null
  email: string
  role: Role
  created_at: number
  last_seen_at: number
  /** A token that followed this one was used: the client has received the answer. */
  answered: boolean
  ends_at: number
  revoked_at: number | null
}

type Refreshed =
  | { kind: 'refreshed'; tokens: Tokens; email: string }
  | { kind: 'refused' }
  | { kind: 'reused'; sessionId: string; userId: string }

/**
 * Exchanges a refresh token for new tokens of the same session. Earlier access tokens stay valid until they expire, since requests may be under way with them.
 * Reusing a token ends the whole session, since somebody else has it, with two exceptions: within the grace period, and when the same call comes again under
 * its own idempotency key while nothing from its answer has been used. A phone with a weak signal loses answers, and may be back only the next day. All reuses
 * within the grace period get the same tokens, so that a session never has two living chains: a thief among them is detected at the next refresh.
 */
export async function refreshSession(
  tx: Transaction,
  ports: SessionPorts,
  locationId: string,
  { token, key }: { token: string; key: string },
): Promise<Refreshed> {
  const nowMs = ports.clock.now()
  const [tokenHash, keyHash] = [hashOfSecret(token), hashOfSecret(key)]
  const rows = await tx.query<RefreshRow>(
    `SELECT r.session_id, s.user_id, u.email, u.role, s.created_at, s.last_seen_at, r.expires_at, r.used_at, r.used_key, r.successor_salt, s.ends_at, s.revoked_at,
       EXISTS (SELECT 1 FROM refresh_tokens n WHERE n.location_id = r.location_id AND n.session_id = r.session_id AND n.used_at > r.used_at) AS answered
     FROM refresh_tokens r JOIN sessions s ON s.location_id = r.location_id AND s.id = r.session_id
       JOIN users u ON u.location_id = s.location_id AND u.id = s.user_id
     WHERE r.location_id = $1 AND r.token_hash = $2 FOR UPDATE OF r, s`,
    [locationId, tokenHash],
  )
  const row = rows[0]
  if (!row || row.revoked_at !== null || row.ends_at <= nowMs || row.expires_at <= nowMs)
    return { kind: 'refused' }
  if (isShiftOver({ role: row.role, createdAt: row.created_at, lastSeenAt: row.last_seen_at }, nowMs))
    return { kind: 'refused' }
  const session = { id: row.session_id, endsAt: row.ends_at }
  const isInGrace = row.used_at !== null && nowMs - row.used_at <= graceMs
  if (row.used_at !== null && isInGrace && row.successor_salt !== null) {
    const again = answerOf(successorOf(token, row.successor_salt), accessEndsAt(session, row.used_at))
    return { kind: 'refreshed', tokens: again, email: row.email }
  }
  if (row.used_at !== null && !isInGrace) {
    if (row.used_key !== keyHash || row.answered) {
      revoke(tx, locationId, row.session_id, 'refresh_reused', nowMs)
      return { kind: 'reused', sessionId: row.session_id, userId: row.user_id }
    }
    retireAnswer(
      tx,
      locationId,
      session.id,
      row.successor_salt === null ? undefined : successorOf(token, row.successor_salt),
    )
  }
  const salt = ports.ids.secret()
  // Older salts are past their grace period.
  tx.later(
    'UPDATE refresh_tokens SET successor_salt = NULL WHERE location_id = $1 AND session_id = $2 AND used_at < $3',
    [locationId, session.id, nowMs - graceMs],
  )
  tx.later(
    'UPDATE refresh_tokens SET used_at = $3, used_key = $4, successor_salt = $5 WHERE location_id = $1 AND token_hash = $2',
    [locationId, tokenHash, nowMs, keyHash, salt],
  )
  tx.later('DELETE FROM access_tokens WHERE location_id = $1 AND session_id = $2 AND expires_at <= $3', [
    locationId,
    session.id,
    nowMs,
  ])
  // A device refreshes on its own: for staff, that is not activity.
  if (!isStaff(row.role))
    tx.later('UPDATE sessions SET last_seen_at = $3 WHERE location_id = $1 AND id = $2', [
      locationId,
      session.id,
      nowMs,
    ])
  return {
    kind: 'refreshed',
    tokens: keepTokens(tx, locationId, session, successorOf(token, salt), nowMs),
    email: row.email,
  }
}

/** The session of a refresh token, valid or not; undefined for an unknown one. */
export async function findSessionOf(
  database: Queryable,
  locationId: string,
  refreshToken: string,
): Promise<string | undefined> {
  const rows = await database.query<{ session_id: string }>(
    'SELECT session_id FROM refresh_tokens WHERE location_id = $1 AND token_hash = $2',
    [locationId, hashOfSecret(refreshToken)],
  )
  return rows[0]?.session_id
}

/** Retires the tokens of a lost answer: nobody has them, and whoever finds them later cannot use them. */
function retireAnswer(tx: Transaction, locationId: string, sessionId: string, lost: Pair | undefined): void {
  tx.later('DELETE FROM refresh_tokens WHERE location_id = $1 AND session_id = $2 AND used_at IS NULL', [
    locationId,
    sessionId,
  ])
  if (lost)
    tx.later('DELETE FROM access_tokens WHERE location_id = $1 AND token_hash = $2', [
      locationId,
      hashOfSecret(lost.token),
    ])
}

function revoke(
  tx: Transaction,
  locationId: string,
  sessionId: string,
  because: string,
  nowMs: number,
): void {
  tx.later(
    'UPDATE sessions SET revoked_at = $3, revoked_because = $4 WHERE location_id = $1 AND id = $2 AND revoked_at IS NULL',
    [locationId, sessionId, nowMs, because],
  )
}

/** Ends every session of a user, except one if it is named. All their tokens are refused from then on. */
export function revokeSessionsOf(
  tx: Transaction,
  { locationId, userId }: { locationId: string; userId: string },
  { because, nowMs, except = '' }: { because: string; nowMs: number; except?: string },
): void {
  tx.later(
    'UPDATE sessions SET revoked_at = $3, revoked_because = $4 WHERE location_id = $1 AND user_id = $2 AND id <> $5 AND revoked_at IS NULL',
    [locationId, userId, nowMs, because, except],
  )
}

/** Records that a session's user has just proved who they are. `byFactor`: by a second factor, too. */
export const proveSession = (
  tx: Transaction,
  { locationId, sessionId, byFactor }: { locationId: string; sessionId: string; byFactor: boolean },
  nowMs: number,
): void =>
  tx.later('UPDATE sessions SET proved_at = $3, proved_by_factor = $4 WHERE location_id = $1 AND id = $2', [
    locationId,
    sessionId,
    nowMs,
    byFactor,
  ])

/** Ends a session of a user. False when they have none with that id. */
export async function revokeOwn(
  tx: Transaction,
  locationId: string,
  userId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 AS own FROM sessions WHERE location_id = $1 AND user_id = $2 AND id = $3',
    [locationId, userId, id],
  )
  if (rows.length === 0) return false
  revoke(tx, locationId, id, 'signed_out_elsewhere', nowMs)
  return true
}

/** Ends the session of a revocation id. Returns its user; undefined when there is no such session (anymore). */
export async function revokeByRevocationId(
  tx: Transaction,
  locationId: string,
  revocationId: string,
  nowMs: number,
): Promise<{ sessionId: string; userId: string } | undefined> {
  const rows = await tx.query<{ id: string; user_id: string }>(
    `UPDATE sessions SET revoked_at = $3, revoked_because = 'signed_out' WHERE location_id = $1 AND revocation_hash = $2 AND revoked_at IS NULL
     RETURNING id, user_id`,
    [locationId, hashOfSecret(revocationId), nowMs],
  )
  return rows[0] && { sessionId: rows[0].id, userId: rows[0].user_id }
}
