import type { endpoints } from '#contract/endpoints.ts'
import { passwordsDiffer } from '#contract/rules/account.ts'
import { isLenientEmail } from '#contract/rules/contact.ts'
import type { Transaction } from '#server/db/database.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { fieldProblem, type ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { audit } from './audit.ts'
import { isLocked } from './failures.ts'
import { trustOnlyThisNetwork, rememberNetwork, signInAttemptOf, welcomeOwner } from './known-networks.ts'
import { changedEmail, confirmEmail, finishEmail, type Reader, resetEmail, unlockEmail } from './emails.ts'
import {
  findLink,
  invitedRole,
  issueLink,
  linkInvalid,
  linkUrl,
  pageUrl,
  takeLink,
  voidLinks,
} from './links.ts'
import { hashNewPassword } from './new-password.ts'
import { type AccountPorts, checkPlace, serverAddressOf } from './ports.ts'
import { revokeSessionsOf } from './sessions.ts'
import { emailKeyOf, findUserByEmail, getUser, lockUser, saveUser, type UserRecord } from './users.ts'

/**
 * Recovering an account through its mailbox. Answers never reveal whether an address is known. Emails are in the language of the page that requested them,
 * which their reader is using.
 */

type Asked = Pick<Call<typeof endpoints.sendPasswordReset>, 'merchant' | 'request'> & {
  body: { email: string; destination: string }
}

/** Throws 422 for an invalid address, 429 when a client or an address asks too often. */
export async function countAsking(
  { merchant, request, body }: Asked,
  ports: AccountPorts,
  what: 'reset' | 'resend',
): Promise<void> {
  if (!isLenientEmail(body.email.trim()))
    throw fieldProblem(422, 'email', 'Please enter a valid email address')
  const address = { name: `${what}OfAddress`, of: emailKeyOf(body.email) } as const
  await ports.limits.count(merchant.locationId, ...byClient(ports, request, what, address))
}

const resetSent = 'If we know this address, we have sent it a link to choose a new password.'

/** `POST /user/sendpasswordreset`: a link to the merchant's admin address plus /resetpassword (specification §7). */
export async function sendPasswordReset(
  call: Call<typeof endpoints.sendPasswordReset>,
  tx: Transaction,
  ports: AccountPorts,
): Promise<Answer<{ status: string }>> {
  checkPlace(call.merchant, call.body)
  const { locationId } = call.merchant
  const user = await findUserByEmail(tx, locationId, call.body.email)
  if (!user) return { body: { status: resetSent } }
  const mail = resetEmail(call.merchant, readerOf(call, user), linkFor(call, tx, user, 'reset', ports))
  audit(tx, ports, locationId, {
    action: 'reset_asked',
    outcome: 'done',
    userId: user.id,
    requestId: call.request.id,
  })
  return { body: { status: resetSent }, after: () => ports.mailer.enqueue(mail) }
}

const readerOf = ({ request: { language } }: Pick<Asked, 'request'>, { email }: UserRecord): Reader => ({
  email,
  language,
})

function linkFor(
  call: Asked,
  tx: Transaction,
  user: UserRecord,
  purpose: 'reset' | 'unlock' | 'confirm',
  ports: AccountPorts,
): string {
  const token = issueLink(tx, ports, call.merchant.locationId, user.id, purpose)
  return linkUrl(call.merchant, call.body.destination, purpose, token, serverAddressOf(ports, call.request))
}

/** The refusal of a password's link that was used, has expired or was replaced. */
export const invalidResetLink = (): ProblemError =>
  linkInvalid(
    'This link does not work anymore: it was used, is older than an hour, or there is a newer one. Please ask for a new link.',
  )

type ResetCall = Call<typeof endpoints.resetPassword>

/** The part before the transaction: checks limits, the link and the new password, and hashes it. Throws 422 link_invalid, 422 on a field. */
export async function prepareReset(
  { merchant, request, body }: ResetCall,
  ports: AccountPorts,
): Promise<string> {
  const { locationId } = merchant
  await ports.limits.count(locationId, ...byClient(ports, request, 'link'))
  const link = await findLink(ports.database, locationId, body.key, ['reset'], ports.clock.now())
  if (!link) throw invalidResetLink()
  const user = await getUser(ports.database, locationId, link.userId)
  // Before hashing, which is slow.
  if (body.password !== body.password_confirmation)
    throw fieldProblem(422, 'password_confirmation', passwordsDiffer)
  return hashNewPassword(ports, locationId, user, { password: body.password, field: 'password' })
}

/**
 * `POST /user/resetpassword`. Whoever reads the mailbox is the owner: the account is also confirmed and unlocked, and every session ends (U9). Throws 422
 * link_invalid.
 */
export async function resetPassword(
  { merchant, request, body }: ResetCall,
  tx: Transaction,
  passwordHash: string,
  ports: AccountPorts,
): Promise<Answer<{ status: string }>> {
  const { locationId } = merchant
  const nowMs = ports.clock.now()
  const link = await takeLink(tx, locationId, body.key, ['reset'], nowMs)
  if (!link) throw invalidResetLink()
  const user = await lockUser(tx, locationId, link.userId)
  const { language } = request
  saveUser(tx, locationId, { ...(await confirmed(tx, locationId, user, nowMs)), language, passwordHash })
  voidLinks(tx, locationId, user.id, ['reset', 'unlock', 'confirm'], nowMs)
  revokeSessionsOf(tx, { locationId, userId: user.id }, { because: 'password_reset', nowMs })
  audit(tx, ports, locationId, {
    action: 'password_reset',
    outcome: 'done',
    userId: user.id,
    requestId: request.id,
  })
  const trying = await signInAttemptOf(ports, request, locationId, user.email)
  await welcomeOwner(tx, ports, trying)
  trustOnlyThisNetwork(tx, trying, nowMs)
  const mail = changedEmail(
    merchant,
    readerOf({ request }, user),
    pageUrl(merchant, '', '/forgotpassword', serverAddressOf(ports, request)),
  )
  return {
    body: { status: 'Your password has been changed. Please sign in with it.' },
    after: () => ports.mailer.enqueue(mail),
  }
}

/** The user, confirmed by their mailbox. Somebody whose invitation has expired becomes a guest. */
async function confirmed(
  tx: Transaction,
  locationId: string,
  user: UserRecord,
  nowMs: number,
): Promise<UserRecord> {
  if (user.confirmedAt !== undefined) return user
  return { ...user, role: await invitedRole(tx, locationId, user, nowMs), confirmedAt: nowMs }
}

/** `/auth/unlock`: removes a lock, or confirms a new account, by the link of an email. Throws 422 link_invalid. */
export async function unlock(
  { merchant, request }: Pick<ResetCall, 'merchant' | 'request'>,
  tx: Transaction,
  token: string,
  ports: AccountPorts,
): Promise<Answer<{ message: string }>> {
  const { locationId } = merchant
  const link = await takeLink(tx, locationId, token, ['unlock', 'confirm'], ports.clock.now())
  if (!link)
    throw linkInvalid(
      'This link does not work anymore: it was used, is older than an hour, or there is a newer one. Please have a new one sent.',
    )
  const user = await lockUser(tx, locationId, link.userId)
  const confirming = link.purpose === 'confirm'
  if (confirming && user.confirmedAt === undefined)
    saveUser(tx, locationId, {
      ...(await confirmed(tx, locationId, user, ports.clock.now())),
      language: request.language,
    })
  audit(tx, ports, locationId, {
    action: confirming ? 'account_confirmed' : 'account_unlocked',
    outcome: 'done',
    userId: user.id,
    requestId: request.id,
  })
  const trying = await signInAttemptOf(ports, request, locationId, user.email)
  await welcomeOwner(tx, ports, trying)
  rememberNetwork(tx, trying, ports.clock.now())
  return {
    body: {
      message: confirming
        ? 'Your account is ready. Please sign in.'
        : 'Your account is unlocked. Please sign in.',
    },
  }
}

const unlockSent =
  'If an account with this address is locked or not confirmed yet, we have sent it a new link.'

/** `/auth/resendunlock`: a new link for a locked account, or for one that was never confirmed. */
export async function resendUnlock(
  call: Asked,
  tx: Transaction,
  ports: AccountPorts,
): Promise<Answer<{ message: string }>> {
  const { locationId } = call.merchant
  const [user, locked] = await Promise.all([
    findUserByEmail(tx, locationId, call.body.email),
    isLocked(tx, locationId, call.body.email, ports.clock.now()),
  ])
  const mail = user && emailAgain(call, tx, user, locked, ports)
  return { body: { message: unlockSent }, after: mail && (() => ports.mailer.enqueue(mail)) }
}

function emailAgain(
  call: Asked,
  tx: Transaction,
  user: UserRecord,
  locked: boolean,
  ports: AccountPorts,
): MailMessage | undefined {
  const { merchant } = call
  const reader = readerOf(call, user)
  if (user.confirmedAt === undefined && user.passwordHash === undefined)
    return finishEmail(merchant, reader, linkFor(call, tx, user, 'reset', ports))
  if (user.confirmedAt === undefined)
    return confirmEmail(merchant, reader, linkFor(call, tx, user, 'confirm', ports))
  return locked ? unlockEmail(merchant, reader, linkFor(call, tx, user, 'unlock', ports)) : undefined
}
