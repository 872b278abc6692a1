import type { FastifyRequest } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import type { StepUpWay } from '#contract/schemas/second-factor.ts'
import type { Queryable } from '#server/db/database.ts'
import { hostNameOf } from './merchant.ts'
import { ProblemError } from './problems.ts'

/** Whether a session has recently proved its user's identity (decision 064). */

/** How long a proof lasts: enough for a refund and the next one. */
const freshMs = 5 * 60 * 1000

/** What a person can use as proof. */
type AvailableFactors = {
  hasPassword: boolean
  /** Any passkey, and one that works at the host in question. */
  hasPasskey: boolean
  hasPasskeyHere: boolean
  hasApp: boolean
  hasRecoveryCode: boolean
}

/** SQL for the columns of a person's factors, where `u` is the user and `$host` the number of the host's parameter. */
const availableFactorColumns = (host: string): string =>
  `u.password_hash IS NOT NULL AS has_password,
   EXISTS (SELECT 1 FROM passkeys p WHERE p.location_id = u.location_id AND p.user_id = u.id) AS has_passkey,
   EXISTS (SELECT 1 FROM passkeys p WHERE p.location_id = u.location_id AND p.user_id = u.id AND p.host = ${host}) AS has_passkey_here,
   EXISTS (SELECT 1 FROM authenticator_apps p WHERE p.location_id = u.location_id AND p.user_id = u.id) AS has_app,
   EXISTS (SELECT 1 FROM recovery_codes p WHERE p.location_id = u.location_id AND p.user_id = u.id AND p.used_at IS NULL) AS has_recovery_code`

type AvailableFactorsRow = {
  has_password: boolean
  has_passkey: boolean
  has_passkey_here: boolean
  has_app: boolean
  has_recovery_code: boolean
}

const availableFactorsOf = (row: AvailableFactorsRow): AvailableFactors => ({
  hasPassword: row.has_password,
  hasPasskey: row.has_passkey,
  hasPasskeyHere: row.has_passkey_here,
  hasApp: row.has_app,
  hasRecoveryCode: row.has_recovery_code,
})

/** A user's factors at a host. Throws when there is no such user. */
export async function getAvailableFactors(
  database: Queryable,
  locationId: string,
  userId: string,
  host: string,
): Promise<AvailableFactors> {
  const rows = await database.query<AvailableFactorsRow>(
    `SELECT ${availableFactorColumns('$3')} FROM users u WHERE u.location_id = $1 AND u.id = $2`,
    [locationId, userId, host],
  )
  if (!rows[0]) throw new Error('a user has gone')
  return availableFactorsOf(rows[0])
}

/** Whether somebody has a second factor. Recovery codes alone do not count: they replace a factor. */
export const hasFactor = ({ hasPasskey, hasApp }: AvailableFactors): boolean => hasPasskey || hasApp

/** The host of a request, which passkeys are bound to (WebAuthn's RP ID). */
export const hostOf = ({ headers }: FastifyRequest): string => hostNameOf(headers.host ?? '')

/** The ways in which somebody can prove their identity, the easiest first. */
export function waysOf(standing: AvailableFactors): StepUpWay[] {
  if (!hasFactor(standing)) return [standing.hasPassword ? 'password' : 'sign_in']
  const { hasPasskeyHere, hasApp, hasRecoveryCode } = standing
  return [
    ...(hasPasskeyHere ? ['passkey' as const] : []),
    ...(hasApp ? ['totp' as const] : []),
    ...(hasRecoveryCode ? ['recovery' as const] : []),
  ]
}

/**
 * Throws 403 step_up_required unless the session has proved its user's identity within five minutes: by a second factor where the user has one, else by signing
 * in or by the password. Where the location requires a second factor, a user without one may only set one up (`isOwn`).
 */
export async function checkProved(
  { database, clock }: { database: Queryable; clock: Clock },
  request: FastifyRequest,
  { userId, sessionId }: { userId: string; sessionId: string },
  { isOwn }: { isOwn: boolean },
): Promise<void> {
  const { locationId, staff } = request.merchant
  const rows = await database.query<AvailableFactorsRow & { proved_at: number; proved_by_factor: boolean }>(
    `SELECT s.proved_at, s.proved_by_factor, ${availableFactorColumns('$4')} FROM sessions s
       JOIN users u ON u.location_id = s.location_id AND u.id = s.user_id
     WHERE s.location_id = $1 AND s.id = $2 AND s.user_id = $3`,
    [locationId, sessionId, userId, hostOf(request)],
  )
  const row = rows[0]
  if (!row) throw new Error('a session has gone')
  const standing = availableFactorsOf(row)
  if (!hasFactor(standing) && !isOwn && staff?.secondFactor === 'required')
    throw stepUpRequired(
      'This restaurant requires two-step verification for this. Please set it up under "Sign-in security".',
      ['set_up'],
    )
  const isFresh = clock.now() - row.proved_at <= freshMs
  if (!isFresh || (hasFactor(standing) && !row.proved_by_factor))
    throw stepUpRequired('Please confirm that it’s you to continue.', waysOf(standing))
}

const stepUpRequired = (message: string, ways: StepUpWay[]): ProblemError =>
  new ProblemError(403, 'step_up_required', message, { asked: { ways } })
