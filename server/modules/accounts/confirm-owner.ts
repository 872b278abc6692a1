import type { FastifyRequest } from 'fastify'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Session } from '#server/plugins/auth.ts'
import { fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import { checkCurrentPassword } from './password-change.ts'
import type { AccountPorts } from './ports.ts'
import { signInAttemptOf } from './known-networks.ts'
import { queueKeyOf } from './sign-in.ts'
import { getUser, type UserRecord } from './users.ts'

/** How recently a user without a password must have signed in (ms) to do something that cannot be undone. */
const freshMs = 15 * 60 * 1000

type Asking = { merchant: Merchant; session: Session; request: FastifyRequest; password: string }

/**
 * Makes sure that the account's owner is asking for something that cannot be undone: by the password, or, where there is none, by a recent sign-in. Returns the
 * user. Wrong passwords count like those at sign-in. Throws 422 on `password`, 403 where the user must sign in again, 423 locked, 429. Must not be called in a
 * transaction.
 */
export async function confirmOwner(
  { merchant, session, request, password }: Asking,
  ports: AccountPorts,
): Promise<UserRecord> {
  const { locationId } = merchant
  await ports.limits.count(locationId, { name: 'passwordOfUser', of: session.userId })
  const user = await getUser(ports.database, locationId, session.userId)
  if (user.passwordHash === undefined) {
    await checkFresh(ports, locationId, session)
    return user
  }
  if (password === '') throw fieldProblem(422, 'password', 'Please enter your password.')
  const trying = await signInAttemptOf(ports, request, locationId, user.email)
  await ports.signIns.runExclusive(queueKeyOf(trying), () =>
    checkCurrentPassword({ merchant, request }, user, { typed: password, field: 'password' }, trying, ports),
  )
  return user
}

async function checkFresh(
  { database, clock }: AccountPorts,
  locationId: string,
  { sessionId }: Session,
): Promise<void> {
  const rows = await database.query(
    'SELECT 1 AS fresh FROM sessions WHERE location_id = $1 AND id = $2 AND created_at > $3',
    [locationId, sessionId, clock.now() - freshMs],
  )
  if (rows.length === 0)
    throw new ProblemError(
      403,
      'forbidden',
      'This account has no password. Please sign out, sign in again as you always do, and come back here within 15 minutes.',
    )
}
