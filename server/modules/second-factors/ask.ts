import type { FastifyRequest } from 'fastify'
import { isStaff, type Role } from '#contract/rules/roles.ts'
import type { ProofRequest } from '#contract/schemas/second-factor.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import { getAvailableFactors, hasFactor, hostOf, waysOf } from '#server/plugins/proved.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { listPasskeys, requestOptions } from './passkeys.ts'
import { askForProof, type Purpose } from './requests.ts'

type Person = { id: string; version: number }

/** Asks a user to prove who they are, at the host that they use. */
export async function askPerson(
  tx: Transaction,
  ports: { clock: Clock; ids: Ids },
  request: FastifyRequest,
  { purpose, person, sessionId }: { purpose: Purpose; person: Person; sessionId?: string },
): Promise<ProofRequest> {
  const { locationId } = request.merchant
  const host = hostOf(request)
  const standing = await getAvailableFactors(tx, locationId, person.id, host)
  const { token, challenge } = askForProof(tx, ports, locationId, {
    purpose,
    userId: person.id,
    userVersion: person.version,
    ...(sessionId !== undefined && { sessionId }),
    host,
  })
  if (!standing.hasPasskeyHere) return { challenge: token, ways: waysOf(standing) }
  const passkeys = await listPasskeys(tx, locationId, person.id)
  return {
    challenge: token,
    ways: waysOf(standing),
    passkey: requestOptions(passkeys, host, challenge),
  }
}

/**
 * The second factor still required after a right password or a provider's sign-in: undefined for guests, and for staff without one. To be thrown after the
 * transaction: 403 second_factor_required.
 */
export async function findSecondStep(
  tx: Transaction,
  ports: { clock: Clock; ids: Ids },
  request: FastifyRequest,
  person: Person & { role: Role },
): Promise<ProblemError | undefined> {
  if (!isStaff(person.role)) return undefined
  const standing = await getAvailableFactors(tx, request.merchant.locationId, person.id, hostOf(request))
  if (!hasFactor(standing)) return undefined
  const asked = await askPerson(tx, ports, request, { purpose: 'sign_in', person })
  return new ProblemError(403, 'second_factor_required', 'One more step: please confirm that it is you.', {
    asked,
  })
}
