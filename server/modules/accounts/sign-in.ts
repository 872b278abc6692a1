import type { endpoints } from '#contract/endpoints.ts'
import { isOn } from '#contract/rules/features.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Use } from '#server/modules/limits/limits.ts'
import { findSecondStep } from '#server/modules/second-factors/ask.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { audit, auditAlone } from './audit.ts'
import { countTry, forgetFailuresHere, lockedProblem, lockIfTooMany, type SignInAttempt } from './failures.ts'
import { isKnownNetwork, rememberNetwork, signInAttemptOf } from './known-networks.ts'
import { unlockEmail } from './emails.ts'
import { issueLink, linkUrl } from './links.ts'
import { type AccountPorts, checkPlace, serverAddressOf } from './ports.ts'
import { startSession } from './start-session.ts'
import { emailHashOf, emailKeyOf, findUserByEmail, lockUser, type UserRecord } from './users.ts'

type SignInCall = Call<typeof endpoints.signIn>

/**
 * `POST /auth/local`. Throws 422 credentials_invalid with the same words for an unknown address, a wrong password and an unconfirmed account; 423 locked after
 * five in a row from one network, also for addresses without an account; 429 rate_limited, except on networks that the owner has used lately: those have their
 * own lock, and strangers elsewhere cannot use up their limit. Every case does the same work: one password is compared, and the same queries run. Staff with a
 * second factor get no session yet: 403 second_factor_required.
 */
export async function signIn(call: SignInCall, ports: AccountPorts): Promise<Answer<Tokens>> {
  const { merchant, body, request } = call
  const { locationId } = merchant
  checkPlace(merchant, body)
  const trying = await signInAttemptOf(ports, request, locationId, body.email)
  const isKnown = await isKnownNetwork(ports.database, trying, ports.clock.now())
  const uses = isKnown ? [] : usesOf(ports, call)
  await ports.limits.count(locationId, ...uses)
  const outcome = await ports.signIns.runExclusive(queueKeyOf(trying), () => compare(call, ports, trying))
  await ports.limits.giveBack(locationId, ...uses)
  if (outcome instanceof ProblemError) throw outcome
  return { body: outcome }
}

function usesOf(ports: AccountPorts, { request, body }: SignInCall): readonly Use[] {
  const of = emailKeyOf(body.email)
  return byClient(
    ports,
    request,
    'signIn',
    { name: 'signInOfAddress', of },
    { name: 'signInOfAddressToday', of },
  )
}

/** The queue of a sign-in: per network, so that strangers' tries elsewhere keep nobody waiting. */
export const queueKeyOf = ({ locationId, email, network }: SignInAttempt): string =>
  `${emailHashOf(locationId, email)} ${network}`

/** The session of a user with the right password, or what they must show as a second factor. */
async function compare(
  call: SignInCall,
  ports: AccountPorts,
  trying: SignInAttempt,
): Promise<Tokens | ProblemError> {
  const { merchant, body, request } = call
  const { locationId } = merchant
  const [{ locked }, user] = await Promise.all([
    countTry(ports, trying),
    findUserByEmail(ports.database, locationId, body.email),
  ])
  const right = await ports.passwords.verify(locked ? undefined : user?.passwordHash, body.password)
  if (!user || !right || user.confirmedAt === undefined)
    throw await failed(call, ports, user, trying, wrongCredentials(merchant))
  return ports.database.transaction(async (tx) => {
    // The password was changed during the comparison: the old one no longer signs in.
    const locked = await lockUser(tx, locationId, user.id)
    if (locked.passwordHash !== user.passwordHash) throw wrongCredentials(merchant)
    await forgetFailuresHere(tx, trying)
    const secondStep = await findSecondStep(tx, ports, request, locked)
    if (secondStep) return secondStep
    rememberNetwork(tx, trying, ports.clock.now())
    return startSession(tx, ports, merchant, request, { userId: user.id, action: 'sign_in' })
  })
}

/** Where sign-up is switched off, the message does not suggest that the account may be unconfirmed. */
const wrongCredentials = ({ location }: SignInCall['merchant']): ProblemError =>
  new ProblemError(
    422,
    'credentials_invalid',
    isOn(location.settings, 'myAccount')
      ? 'The email or password is not right. If you have just signed up, open the link in our email first.'
      : 'The email or password is not right.',
  )

type FailedCall = Pick<SignInCall, 'merchant' | 'request'>

/**
 * Records a wrong password, and locks the account for the network when it was the fifth: the unlock email goes out with the first lock only, not with each
 * network that follows. Returns what to throw: `otherwise`, or 423 locked.
 */
export async function failed(
  call: FailedCall,
  ports: AccountPorts,
  user: UserRecord | undefined,
  trying: SignInAttempt,
  otherwise: ProblemError,
): Promise<ProblemError> {
  const { merchant, request } = call
  const { locationId } = merchant
  await auditAlone(ports.database, ports, locationId, {
    action: 'sign_in',
    outcome: 'refused',
    userId: user?.id,
    requestId: request.id,
  })
  const { locked, isFirst } = await lockIfTooMany(ports, trying)
  if (isFirst && user) ports.mailer.enqueue(await lockedMessage(call, ports, user))
  return locked ? lockedProblem() : otherwise
}

async function lockedMessage(
  { merchant, request }: FailedCall,
  ports: AccountPorts,
  user: UserRecord,
): Promise<MailMessage> {
  const { locationId } = merchant
  const token = await ports.database.transaction(async (tx) => {
    audit(tx, ports, locationId, {
      action: 'account_locked',
      outcome: 'done',
      userId: user.id,
      requestId: request.id,
    })
    return issueLink(tx, ports, locationId, user.id, 'unlock')
  })
  return unlockEmail(merchant, user, linkUrl(merchant, '', 'unlock', token, serverAddressOf(ports, request)))
}
