import type { FastifyRequest } from 'fastify'
import type { Proof } from '#contract/schemas/second-factor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { UserRecord } from '#server/modules/accounts/users.ts'
import { recordAct } from '#server/modules/staff/acts.ts'
import { securityEmail } from './emails.ts'
import type { FactorPorts } from './ports.ts'

type Use = {
  merchant: Merchant
  request: FastifyRequest
  person: Pick<UserRecord, 'id' | 'role' | 'email'>
  proof: Proof
}

/**
 * Records that a recovery code was used: it opens the account of somebody whose phone is elsewhere. Returns the function that sends the email about it, once the
 * transaction is committed; undefined for another proof.
 */
export function noteRecovery(
  tx: Transaction,
  ports: FactorPorts,
  { merchant, request, person, proof }: Use,
): (() => void) | undefined {
  if (proof.kind !== 'recovery') return undefined
  const session = { userId: person.id, role: person.role }
  recordAct(tx, ports, { merchant, session, request }, { action: 'recovery_code_used' })
  const mail = securityEmail(merchant, request, ports, person.email, 'recovery_code_used')
  return () => ports.mailer.enqueue(mail)
}
