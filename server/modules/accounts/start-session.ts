import type { FastifyRequest } from 'fastify'
import type { Tokens } from '#contract/schemas/session.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { audit, type AuditAction } from './audit.ts'
import { deviceOf } from './device.ts'
import { beginSession, type SessionPorts } from './sessions.ts'
import { saveUserLanguage } from './users.ts'

/** Opens a session for a user who signed in with this request, writes it to the audit trail, and stores the user's language. */
export function startSession(
  tx: Transaction,
  ports: SessionPorts,
  merchant: Pick<Merchant, 'locationId'>,
  request: FastifyRequest,
  { userId, action, byFactor = false }: { userId: string; action: AuditAction; byFactor?: boolean },
): Tokens {
  const device = deviceOf(request.headers['user-agent'])
  const { tokens, sessionId } = beginSession(tx, ports, merchant, { userId, device, byFactor })
  const { locationId } = merchant
  audit(tx, ports, locationId, { action, outcome: 'done', userId, sessionId, requestId: request.id })
  saveUserLanguage(tx, locationId, userId, request.language)
  return tokens
}
