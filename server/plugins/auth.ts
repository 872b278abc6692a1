import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, EndpointCaller } from '#contract/endpoint.ts'
import type { Clock } from '#contract/ports.ts'
import { isAtLeast, type Role } from '#contract/rules/roles.ts'
import type { Database } from '#server/db/database.ts'
import { ProblemError } from './problems.ts'

/** Who makes a call. */
export type Session = { userId: string; sessionId: string; role: Role }

declare module 'fastify' {
  interface FastifyInstance {
    /** The session of a request's access token; undefined when the token is unknown, over, revoked or another merchant's. */
    findSession(request: FastifyRequest, token: string): Promise<Session | undefined>
  }
}

/** How the database knows a secret: what is read out of it cannot be sent back in. The secrets have 192 random bits, so one round is enough. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** A session's `last_seen_at` is told to its user in words like "today"; an hour is near enough, and most calls then write nothing. */
const seenEveryMs = 60 * 60 * 1000

/** Lets calls find out who makes them. One query a call, by the access token's hash, within the host's own location. */
export function addAuth(
  app: FastifyInstance,
  { database, clock }: { database: Database; clock: Clock },
): void {
  app.decorate(
    'findSession',
    async ({ merchant: { locationId } }: FastifyRequest, token: string): Promise<Session | undefined> => {
      const nowMs = clock.now()
      const rows = await database.query<{ id: string; user_id: string; role: Role; last_seen_at: number }>(
        `SELECT s.id, s.user_id, u.role, s.last_seen_at FROM access_tokens a
       JOIN sessions s ON s.location_id = a.location_id AND s.id = a.session_id
       JOIN users u ON u.location_id = s.location_id AND u.id = s.user_id
       WHERE a.location_id = $1 AND a.token_hash = $2 AND a.expires_at > $3 AND s.revoked_at IS NULL AND s.ends_at > $3`,
        [locationId, hashOfSecret(token), nowMs],
      )
      const row = rows[0]
      if (!row) return undefined
      if (nowMs - row.last_seen_at > seenEveryMs)
        await database.query('UPDATE sessions SET last_seen_at = $3 WHERE location_id = $1 AND id = $2', [
          locationId,
          row.id,
          nowMs,
        ])
      return { userId: row.user_id, sessionId: row.id, role: row.role }
    },
  )
}

/** Whether a call can be let through without asking the database who makes it. */
export const needsNoSession = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  endpoint.caller === 'anyone' && (endpoint.anonymous === true || request.headers.authorization === undefined)

/**
 * The session that a call is made in. A token that is sent must be good even where none is needed: the portal then refreshes it and repeats
 * the call, instead of going on as a guest without knowing. Throws 401 unauthorized, 403 forbidden.
 */
export async function getSession(endpoint: Endpoint, request: FastifyRequest): Promise<Session> {
  const token = findBearer(request)
  const session = token === undefined ? undefined : await request.server.findSession(request, token)
  if (!session) throw unauthorized()
  const least = leastRoleOf(endpoint.caller)
  if (!isAtLeast(session.role, least)) throw forbidden(least)
  return session
}

/** The role that a call with a session needs. */
const leastRoleOf = (caller: EndpointCaller): Role => {
  if (caller === 'anyone' || caller === 'user') return 'member'
  return caller === 'administrator' ? 'manager' : caller
}

const refusals: Readonly<Record<Role, string>> = {
  member: 'This is for guests with an account only.',
  kitchen: 'This is for the restaurant’s staff only.',
  manager: 'This is for managers only.',
  owner: 'This is for owners only.',
}

/** 403: signed in, and not one of those who may. */
const forbidden = (least: Role): ProblemError => new ProblemError(403, 'forbidden', refusals[least])

/** The token of an Authorization header, if it is one. */
export function findBearer(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{16,512}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** 401: signed out, signed out elsewhere, or never signed in. */
export const unauthorized = (): ProblemError =>
  new ProblemError(401, 'unauthorized', 'Please sign in to go on.')
