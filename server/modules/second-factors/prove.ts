import type { FastifyRequest } from 'fastify'
import type { Proof } from '#contract/schemas/second-factor.ts'
import type { Queryable } from '#server/db/database.ts'
import { findApp, findStep, spendStep } from './authenticator-app.ts'
import { checkPasskey, keepCounter, listPasskeys } from './passkeys.ts'
import { type FactorPorts, wrongProof } from './ports.ts'
import { spendCode } from './recovery-codes.ts'
import type { ProofRequestRow } from './requests.ts'

/** A second factor that was shown: checked before the transaction, used up in it. */

type FactorProof = Exclude<Proof, { kind: 'password' }>
/** Uses up the proof. Throws 422 credentials_invalid where another call was first. */
export type ConsumeProof = (tx: Queryable) => Promise<void>

type Asked = Pick<ProofRequestRow, 'userId' | 'challenge'>

/**
 * Checks a second factor. Codes can be guessed, so wrong ones are counted per person; signatures cannot. Throws 422 credentials_invalid with the field, 429
 * rate_limited. Must not be called in a transaction.
 */
export async function checkFactor(
  ports: FactorPorts,
  request: FastifyRequest,
  { userId, challenge }: Asked,
  proof: FactorProof,
): Promise<ConsumeProof> {
  const { database, clock } = ports
  const { locationId } = request.merchant
  if (proof.kind === 'passkey') {
    const passkeys = await listPasskeys(database, locationId, userId)
    const used = await checkPasskey(request, passkeys, { challenge }, proof.credential, ports.production)
    return (tx) => keepCounter(tx, locationId, used, clock.now())
  }
  await ports.limits.count(locationId, ...usesOf(userId))
  if (proof.kind === 'recovery') return (tx) => spendCode(tx, ports, locationId, userId, proof.code)
  const app = await findApp(database, ports, locationId, userId)
  const step = app && findStep(app.openSecret(), proof.code, clock.now())
  if (step === undefined)
    throw wrongProof('code', 'This code is not right. Please enter the one that the app shows now.')
  return (tx) => spendStep(tx, locationId, userId, step, clock.now())
}

/** The limits that a code counts against. */
const usesOf = (of: string) =>
  [
    { name: 'secondCodeOfUser', of },
    { name: 'secondCodeOfUserToday', of },
  ] as const

/** Takes back the count of a right code: it was no guess. */
export async function giveCodeBack(
  { limits }: FactorPorts,
  locationId: string,
  userId: string,
  { kind }: Proof,
): Promise<void> {
  if (kind === 'totp' || kind === 'recovery') await limits.giveBack(locationId, ...usesOf(userId))
}
