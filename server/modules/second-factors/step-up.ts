import type { endpoints } from '#contract/endpoints.ts'
import type { ProofRequest } from '#contract/schemas/second-factor.ts'
import { audit, auditAlone } from '#server/modules/accounts/audit.ts'
import { confirmOwner } from '#server/modules/accounts/confirm-owner.ts'
import { proveSession } from '#server/modules/accounts/sessions.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import { keyOf } from '#server/plugins/claim.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { getAvailableFactors, hasFactor, hostOf } from '#server/plugins/proved.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { askPerson } from './ask.ts'
import { type FactorPorts, wrongProof } from './ports.ts'
import { checkFactor, giveCodeBack, type ConsumeProof } from './prove.ts'
import { noteRecovery } from './recovery-used.ts'
import { type ProofRequestRow, requestOver, spendRequest, takeTry } from './requests.ts'

/** Proving one's identity again before acts that move money or change roles (decision 064). */

/** `POST /user/stepup/begin`: the proofs that this session can use. */
export async function beginStepUp(
  { merchant, session, request }: Call<typeof endpoints.beginStepUp>,
  ports: FactorPorts,
): Promise<Answer<ProofRequest>> {
  const person = await getUser(ports.database, merchant.locationId, session.userId)
  const { sessionId } = session
  const body = await ports.database.transaction((tx) =>
    askPerson(tx, ports, request, { purpose: 'step_up', person, sessionId }),
  )
  return { body }
}

type StepUpCall = Call<typeof endpoints.stepUp>

/**
 * `POST /user/stepup`: by a second factor where the user has one, else by the password. Throws 422 link_invalid for a request that is over or another
 * session's, 422 credentials_invalid, 423 locked, 429.
 */
export async function stepUp(call: StepUpCall, ports: FactorPorts): Promise<Answer<Record<string, never>>> {
  const { merchant, session, request, body } = call
  const { locationId } = merchant
  const asked = await takeTry(ports, {
    locationId,
    token: body.challenge,
    key: keyOf(request.headers['idempotency-key']),
    purpose: 'step_up',
    host: hostOf(request),
  })
  if (asked.userId !== session.userId || asked.sessionId !== session.sessionId) throw requestOver()
  if (asked.repeated) return { body: {} }
  let tell: (() => void) | undefined
  try {
    tell = await prove(call, ports, asked)
  } catch (error) {
    await auditAlone(ports.database, ports, locationId, { ...entryOf(call), outcome: 'refused' })
    throw error
  }
  await giveCodeBack(ports, locationId, session.userId, body.proof)
  return { body: {}, after: tell }
}

const entryOf = ({ session, request }: StepUpCall) =>
  ({
    action: 'step_up',
    userId: session.userId,
    sessionId: session.sessionId,
    requestId: request.id,
  }) as const

/** Returns what to do once it is committed. */
async function prove(
  call: StepUpCall,
  ports: FactorPorts,
  asked: ProofRequestRow,
): Promise<(() => void) | undefined> {
  const { merchant, session, request, body } = call
  const { locationId } = merchant
  const spend = await checkShown(call, ports, asked)
  const key = keyOf(request.headers['idempotency-key'])
  return ports.database.transaction(async (tx) => {
    const nowMs = ports.clock.now()
    await spend(tx)
    await spendRequest(tx, { locationId, key }, asked, nowMs)
    proveSession(
      tx,
      { locationId, sessionId: session.sessionId, byFactor: body.proof.kind !== 'password' },
      nowMs,
    )
    audit(tx, ports, locationId, { ...entryOf(call), outcome: 'done' })
    if (body.proof.kind !== 'recovery') return undefined
    const person = await getUser(tx, locationId, session.userId)
    return noteRecovery(tx, ports, { merchant, request, person, proof: body.proof })
  })
}

async function checkShown(
  call: StepUpCall,
  ports: FactorPorts,
  asked: ProofRequestRow,
): Promise<ConsumeProof> {
  const { merchant, session, request, body } = call
  const { proof } = body
  if (proof.kind !== 'password') return checkFactor(ports, request, asked, proof)
  const standing = await getAvailableFactors(
    ports.database,
    merchant.locationId,
    session.userId,
    hostOf(request),
  )
  if (hasFactor(standing) || !standing.hasPassword)
    throw wrongProof('proof', 'Please use more than your password.')
  await confirmOwner({ merchant, session, request, password: proof.password }, ports)
  return async () => undefined
}
