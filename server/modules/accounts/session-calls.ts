import type { endpoints } from '#contract/endpoints.ts'
import type { SessionsAnswer, Tokens } from '#contract/schemas/session.ts'
import type * as z from 'zod/mini'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findBearer, type Session, unauthorized } from '#server/plugins/auth.ts'
import { byClient, clientNetwork } from '#server/modules/limits/by-client.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { keyOf } from '#server/plugins/claim.ts'
import { notFound } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { audit } from './audit.ts'
import { accountDeleted, isOfDeletedAccount } from './deleted-accounts.ts'
import { rememberNetwork } from './known-networks.ts'
import type { AccountPorts } from './ports.ts'
import { listSessions } from './list-sessions.ts'
import { findSessionOf, refreshSession, revokeByRevocationId, revokeOwn } from './sessions.ts'

/** The calls for sessions (specification §7, and the extension `sessions`). */

/**
 * `GET /v2.0/auth/refreshtoken`, with the refresh token as bearer. Throws 401 for one that is unknown, expired, revoked or already used, with a code of its own where its account was
 * deleted; 429 rate_limited. */
export async function refresh(
  { merchant, request }: Call<typeof endpoints.refreshToken>,
  ports: AccountPorts,
): Promise<Answer<Tokens>> {
  const { locationId } = merchant
  const token = findBearer(request)
  if (token === undefined) throw unauthorized()
  // Every refresh writes rows, so a client in a loop is limited per session.
  const of = await findSessionOf(ports.database, locationId, token)
  const uses = of === undefined ? [] : [{ name: 'refreshOfSession' as const, of }]
  await ports.limits.count(locationId, ...byClient(ports, request, 'refresh', ...uses))
  // The record of a reuse must be committed, so the refusal is thrown only after the transaction.
  const here = await ports.limits.hashOf(clientNetwork(ports, request))
  const refreshed = await ports.database.transaction(async (tx) => {
    const outcome = await refreshSession(tx, ports, locationId, {
      token,
      key: keyOf(request.headers['idempotency-key']),
    })
    if (outcome.kind === 'reused') {
      const { userId, sessionId } = outcome
      audit(tx, ports, locationId, {
        action: 'refresh_reused',
        outcome: 'refused',
        userId,
        sessionId,
        requestId: request.id,
      })
    }
    if (outcome.kind === 'refreshed')
      rememberNetwork(tx, { locationId, email: outcome.email, network: here }, ports.clock.now())
    return outcome
  })
  if (refreshed.kind === 'refreshed') return { body: refreshed.tokens }
  throw of === undefined && (await isOfDeletedAccount(ports.database, locationId, token, ports.clock.now()))
    ? accountDeleted()
    : unauthorized()
}

/** `POST /auth/revoke`: the same answer whether the session existed or not. */
export async function endSession(
  { merchant, request, body }: Call<typeof endpoints.revokeByRevocationId>,
  tx: Transaction,
  ports: AccountPorts,
): Promise<Answer<Record<string, never>>> {
  const ended = await revokeByRevocationId(tx, merchant.locationId, body.revocation_id, ports.clock.now())
  if (ended)
    audit(tx, ports, merchant.locationId, {
      action: 'session_revoked',
      outcome: 'done',
      ...ended,
      requestId: request.id,
    })
  return { body: {} }
}

type Sessions = z.infer<typeof SessionsAnswer>

/** `GET /user/sessions`. */
export const sessionsOf = async (
  database: Queryable,
  { locationId }: Merchant,
  session: Session,
  { clock }: Pick<AccountPorts, 'clock'>,
): Promise<Answer<Sessions>> => ({
  body: { sessions: await listSessions(database, locationId, session, clock.now()) },
})

/** `DELETE /user/sessions/:id`. Throws 404 for a session that is not the user's. */
export async function endOwnSession(
  { merchant, session, params, request }: Call<typeof endpoints.revokeSession>,
  tx: Transaction,
  ports: AccountPorts,
): Promise<Answer<Sessions>> {
  const { locationId } = merchant
  const id = params['id']!
  if (!(await revokeOwn(tx, locationId, session.userId, id, ports.clock.now())))
    throw notFound('We could not find this device.')
  const { userId } = session
  audit(tx, ports, locationId, {
    action: 'session_revoked',
    outcome: 'done',
    userId,
    sessionId: id,
    requestId: request.id,
  })
  return sessionsOf(tx, merchant, session, ports)
}
