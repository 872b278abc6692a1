import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dayMs } from '#contract/durations.ts'
import type { Endpoint, EndpointCaller } from '#contract/endpoint.ts'
import type { Clock } from '#contract/ports.ts'
import { isAtLeast, type Role } from '#contract/rules/roles.ts'
import type { Database } from '#server/db/database.ts'
import { ProblemError } from './problems.ts'
import { checkProved } from './proved.ts'
import { isShiftOver, seenEveryMs } from './staff-sessions.ts'

/** Who makes a call, as a person. */
export type Session = { userId: string; sessionId: string; role: Role }
/** A kitchen tablet, which belongs to no person: it may make the kitchen's calls, and nothing else. */
export type TabletSession = { tabletId: string; role: 'kitchen' }

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The session of a request's access token; undefined when the token is unknown, expired, revoked or another merchant's. `isUse`: the user is active, which
     * prolongs the session.
     */
    findSession(
      request: FastifyRequest,
      token: string,
      isUse: boolean,
    ): Promise<Session | TabletSession | undefined>
    /**
     * Throws 403 step_up_required where the session has not proved its user's identity recently (proved.ts). `isOwn`: the call is about the user themselves.
     */
    checkProved(request: FastifyRequest, session: Session, about: { isOwn: boolean }): Promise<void>
  }
}

/** A secret as the database stores it: the stored value cannot be used in its place. The secrets have 192 random bits, so one round of hashing is enough. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** The prefix of tablets' tokens, so that other calls do not query the tablets. */
export const tabletTokenPrefix = 'tablet.'

/** A tablet unused for this many days is signed out, unless the location says otherwise. */
export const defaultTabletDays = 30

type AuthPorts = { database: Database; clock: Clock }

/** Authenticates calls: one query per call, by the access token's hash, within the host's own location. */
export function addAuth(app: FastifyInstance, ports: AuthPorts): void {
  app.decorate('findSession', (request: FastifyRequest, token: string, isUse: boolean) =>
    token.startsWith(tabletTokenPrefix)
      ? findTablet(ports, request, token)
      : findPerson(ports, request, token, isUse),
  )
  app.decorate('checkProved', (request: FastifyRequest, session: Session, about: { isOwn: boolean }) =>
    checkProved(ports, request, session, about),
  )
}

type PersonRow = { id: string; user_id: string; role: Role; created_at: number; last_seen_at: number }

async function findPerson(
  { database, clock }: AuthPorts,
  { merchant: { locationId } }: FastifyRequest,
  token: string,
  isUse: boolean,
): Promise<Session | undefined> {
  const nowMs = clock.now()
  const rows = await database.query<PersonRow>(
    `SELECT s.id, s.user_id, u.role, s.created_at, s.last_seen_at FROM access_tokens a
       JOIN sessions s ON s.location_id = a.location_id AND s.id = a.session_id
       JOIN users u ON u.location_id = s.location_id AND u.id = s.user_id
       WHERE a.location_id = $1 AND a.token_hash = $2 AND a.expires_at > $3 AND s.revoked_at IS NULL AND s.ends_at > $3`,
    [locationId, hashOfSecret(token), nowMs],
  )
  const row = rows[0]
  if (!row) return undefined
  const { role, created_at: createdAt, last_seen_at: lastSeenAt } = row
  if (isShiftOver({ role, createdAt, lastSeenAt }, nowMs)) return undefined
  if (isUse && nowMs - lastSeenAt > seenEveryMs(role))
    await database.query('UPDATE sessions SET last_seen_at = $3 WHERE location_id = $1 AND id = $2', [
      locationId,
      row.id,
      nowMs,
    ])
  return { userId: row.user_id, sessionId: row.id, role }
}

/** A tablet is in use while it shows the kitchen, whether or not anybody touches it. */
async function findTablet(
  { database, clock }: AuthPorts,
  { merchant: { locationId, staff } }: FastifyRequest,
  token: string,
): Promise<TabletSession | undefined> {
  const nowMs = clock.now()
  const rows = await database.query<{ id: string; last_seen_at: number }>(
    `SELECT id, last_seen_at FROM kitchen_tablets
     WHERE location_id = $1 AND token_hash = $2 AND signed_out_at IS NULL AND last_seen_at > $3`,
    [locationId, hashOfSecret(token), nowMs - (staff?.tabletDays ?? defaultTabletDays) * dayMs],
  )
  const row = rows[0]
  if (!row) return undefined
  if (nowMs - row.last_seen_at > seenEveryMs('tablet'))
    await database.query('UPDATE kitchen_tablets SET last_seen_at = $3 WHERE location_id = $1 AND id = $2', [
      locationId,
      row.id,
      nowMs,
    ])
  return { tabletId: row.id, role: 'kitchen' }
}

/** Whether a call can be let through without looking up its session. */
export const needsNoSession = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  endpoint.caller === 'anyone' && (endpoint.anonymous === true || request.headers.authorization === undefined)

/**
 * The session of a call. A token that is sent must be valid even where none is needed: the portal then refreshes it and repeats the call, instead of
 * unknowingly going on as a guest. Throws 401 unauthorized, 403 forbidden; for calls that move money or change roles, 403 step_up_required.
 */
export async function getSession(
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Session | TabletSession> {
  const token = findBearer(request)
  const session =
    token === undefined
      ? undefined
      : await request.server.findSession(request, token, endpoint.repeated !== true)
  if (!session) throw unauthorized()
  const least = leastRoleOf(endpoint, request.body)
  if (!isAtLeast(session.role, least)) throw forbidden(least)
  if ('tabletId' in session && endpoint.caller !== 'kitchen')
    throw new ProblemError(403, 'forbidden', 'This tablet is signed in for the kitchen only.')
  if (isSensitive(endpoint, request.body)) await checkSensitive(endpoint, request, session)
  return session
}

/** The final check before a call that moves money or changes roles; tablets may make none of them. */
async function checkSensitive(
  { caller }: Endpoint,
  request: FastifyRequest,
  session: Session | TabletSession,
): Promise<void> {
  if ('tabletId' in session) throw forbidden('manager')
  await request.server.checkProved(request, session, { isOwn: caller === 'staff' })
}

/** The minimum role of a call with a session. Calls that move money or change roles are never the kitchen's, unless they are about the users themselves. */
function leastRoleOf(endpoint: Endpoint, body: unknown): Role {
  const least = leastRoles[endpoint.caller]
  const isOwn = endpoint.caller === 'staff'
  return !isOwn && isSensitive(endpoint, body) && !isAtLeast(least, 'manager') ? 'manager' : least
}

const leastRoles: Readonly<Record<EndpointCaller, Role>> = {
  anyone: 'member',
  user: 'member',
  staff: 'kitchen',
  kitchen: 'kitchen',
  manager: 'manager',
  administrator: 'manager',
  owner: 'owner',
}

/** Whether a call with this body moves money or changes roles; the body is not validated yet. */
const isSensitive = ({ sensitive }: Endpoint, body: unknown): boolean =>
  typeof sensitive === 'function' ? sensitive(body) : sensitive === true

const refusals: Readonly<Record<Role, string>> = {
  member: 'This is for guests with an account only.',
  kitchen: 'This is for the restaurant’s staff only.',
  manager: 'This is for managers only.',
  owner: 'This is for owners only.',
}

/** 403: signed in, but without the role. */
const forbidden = (least: Role): ProblemError => new ProblemError(403, 'forbidden', refusals[least])

/** The name that changes are stored under (idempotency), and counted by. */
export const callerOf = (session: Session | TabletSession): string =>
  'tabletId' in session ? `tablet ${session.tabletId}` : session.userId

/** The bearer token of an Authorization header, if there is one. */
export function findBearer(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{16,512}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** 401: signed out, signed out elsewhere, or never signed in. */
export const unauthorized = (): ProblemError =>
  new ProblemError(401, 'unauthorized', 'Please sign in to continue.')
