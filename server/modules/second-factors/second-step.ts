import type { endpoints } from '#contract/endpoints.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import { isStaff } from '#contract/rules/roles.ts'
import { auditAlone } from '#server/modules/accounts/audit.ts'
import { rememberNetwork, signInAttemptOf } from '#server/modules/accounts/known-networks.ts'
import { checkPlace } from '#server/modules/accounts/ports.ts'
import { startSession } from '#server/modules/accounts/start-session.ts'
import { getUser, lockUser } from '#server/modules/accounts/users.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import { keyOf } from '#server/plugins/claim.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { hostOf } from '#server/plugins/proved.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { FactorPorts } from './ports.ts'
import { wrongProof } from './ports.ts'
import { checkFactor, giveCodeBack, type ConsumeProof } from './prove.ts'
import { noteRecovery } from './recovery-used.ts'
import { type ProofRequestRow, requestOver, spendRequest, takeTry } from './requests.ts'

type SecondStepCall = Call<typeof endpoints.signInSecondStep>

/**
 * `POST /auth/secondstep`: opens the session after the password with a second factor. Throws 422 link_invalid for a request that is over, 422
 * credentials_invalid for a wrong proof, 429. A repeated call whose answer was lost opens another session in place of the one that nobody got.
 */
export async function signInSecondStep(call: SecondStepCall, ports: FactorPorts): Promise<Answer<Tokens>> {
  const { merchant, body, request } = call
  const { locationId } = merchant
  checkPlace(merchant, body)
  const uses = byClient(ports, request, 'secondStep')
  await ports.limits.count(locationId, ...uses)
  const asked = await takeTry(ports, {
    locationId,
    token: body.challenge,
    key: keyOf(request.headers['idempotency-key']),
    purpose: 'sign_in',
    host: hostOf(request),
  })
  const opened = await auditRefusal(call, ports, asked, async () => {
    const spend = asked.repeated ? undefined : await checkShown(call, ports, asked)
    return open(call, ports, asked, spend)
  })
  await ports.limits.giveBack(locationId, ...uses)
  if (!asked.repeated) await giveCodeBack(ports, locationId, asked.userId, body.proof)
  return opened
}

/** The password is the first factor, and cannot be the second. */
function checkShown(
  { body, request }: SecondStepCall,
  ports: FactorPorts,
  asked: ProofRequestRow,
): Promise<ConsumeProof> {
  if (body.proof.kind === 'password') throw wrongProof('proof', 'Please use more than your password.')
  return checkFactor(ports, request, asked, body.proof)
}

async function open(
  { merchant, request, body: { proof } }: SecondStepCall,
  ports: FactorPorts,
  asked: ProofRequestRow,
  spend: ConsumeProof | undefined,
): Promise<Answer<Tokens>> {
  const { locationId } = merchant
  const key = keyOf(request.headers['idempotency-key'])
  const { email } = await getUser(ports.database, locationId, asked.userId)
  const trying = await signInAttemptOf(ports, request, locationId, email)
  return ports.database.transaction(async (tx) => {
    const user = await lockUser(tx, locationId, asked.userId)
    // The password or the role was changed meanwhile: the first step may no longer be right.
    if (user.version !== asked.userVersion || !isStaff(user.role)) throw requestOver()
    if (spend) {
      await spend(tx)
      await spendRequest(tx, { locationId, key }, asked, ports.clock.now())
    }
    rememberNetwork(tx, trying, ports.clock.now())
    const tell = spend && noteRecovery(tx, ports, { merchant, request, person: user, proof })
    const body = await startSession(tx, ports, merchant, request, {
      userId: user.id,
      action: 'second_step',
      byFactor: true,
    })
    return { body, after: tell }
  })
}

/** Records a wrong proof in the audit trail. */
async function auditRefusal<T>(
  { merchant, request }: SecondStepCall,
  ports: FactorPorts,
  { userId }: ProofRequestRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await auditAlone(ports.database, ports, merchant.locationId, {
      action: 'second_step',
      outcome: 'refused',
      userId,
      requestId: request.id,
    })
    throw error
  }
}
