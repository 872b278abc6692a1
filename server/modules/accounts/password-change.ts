import { listPasswordProblems, type PasswordForm } from '#contract/rules/account.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Session } from '#server/plugins/auth.ts'
import { type FieldError, fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { FastifyRequest } from 'fastify'
import { audit } from './audit.ts'
import { countTry, forgetFailuresHere, type SignInAttempt } from './failures.ts'
import { trustOnlyThisNetwork, signInAttemptOf } from './known-networks.ts'
import { changedEmail } from './emails.ts'
import { pageUrl, voidLinks } from './links.ts'
import { hashNewPassword } from './new-password.ts'
import { type AccountPorts, serverAddressOf } from './ports.ts'
import { revokeSessionsOf } from './sessions.ts'
import { failed, queueKeyOf } from './sign-in.ts'
import { getUser, lockUser, saveUser, type UserRecord } from './users.ts'

/** What the two versions of the call have in common, and what each calls its fields. */
export type PasswordChange = {
  merchant: Merchant
  session: Session
  request: FastifyRequest
  form: PasswordForm
  names: Record<keyof PasswordForm, string>
}

type NewPassword = { before: string; after: string }

/**
 * The part before the transaction: checks the form and the current password, whose wrong tries count like those at sign-in. Returns the old hash and the new
 * one. Throws 422 on the fields, 423 locked, 429.
 */
export async function preparePasswordChange(
  change: PasswordChange,
  ports: AccountPorts,
): Promise<NewPassword> {
  const { merchant, session, form, names } = change
  const { locationId } = merchant
  await ports.limits.count(locationId, { name: 'passwordOfUser', of: session.userId })
  const fields = Object.entries(listPasswordProblems(form)).map(([field, message]): FieldError => ({
    field: names[field as keyof PasswordForm],
    message,
  }))
  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })
  const user = await getUser(ports.database, locationId, session.userId)
  const trying = await signInAttemptOf(ports, change.request, locationId, user.email)
  const before = await ports.signIns.runExclusive(queueKeyOf(trying), () =>
    checkCurrent(change, user, trying, ports),
  )
  const chosen = { password: form.next, field: names.next }
  return { before, after: await hashNewPassword(ports, locationId, user, chosen) }
}

async function checkCurrent(
  change: PasswordChange,
  user: UserRecord,
  trying: SignInAttempt,
  ports: AccountPorts,
): Promise<string> {
  const { form, names } = change
  if (user.passwordHash === undefined)
    throw fieldProblem(
      422,
      names.current,
      'This account has no password yet. Please use "Forgot password" to choose one.',
    )
  await checkCurrentPassword(change, user, { typed: form.current, field: names.current }, trying, ports)
  return user.passwordHash
}

/**
 * Checks the current password of a signed-in user; a wrong one counts like one at sign-in. Throws 422 credentials_invalid on the field, 423 locked. Runs one at
 * a time per account and network (`queueKeyOf`).
 */
export async function checkCurrentPassword(
  call: Pick<PasswordChange, 'merchant' | 'request'>,
  user: UserRecord,
  { typed, field }: { typed: string; field: string },
  trying: SignInAttempt,
  ports: AccountPorts,
): Promise<void> {
  const { locked } = await countTry(ports, trying)
  if (await ports.passwords.verify(locked ? undefined : user.passwordHash, typed))
    return forgetFailuresHere(ports.database, trying)
  const message = 'The current password is not right.'
  const wrong = new ProblemError(422, 'credentials_invalid', message, { fields: [{ field, message }] })
  throw await failed(call, ports, user, trying, wrong)
}

/** Changes the password. Ends all other sessions of the user (U9) and voids links for choosing a password. */
export async function changePassword(
  { merchant, session, request, names }: PasswordChange,
  tx: Transaction,
  { before, after }: NewPassword,
  ports: AccountPorts,
): Promise<Answer<{ status: string }>> {
  const { locationId } = merchant
  const nowMs = ports.clock.now()
  const user = await lockUser(tx, locationId, session.userId)
  // The password was changed elsewhere meanwhile, so the comparison is out of date.
  if (user.passwordHash !== before)
    throw fieldProblem(422, names.current, 'The current password is not right.')
  const { language } = request
  saveUser(tx, locationId, { ...user, language, passwordHash: after })
  voidLinks(tx, locationId, user.id, ['reset'], nowMs)
  trustOnlyThisNetwork(tx, await signInAttemptOf(ports, request, locationId, user.email), nowMs)
  revokeSessionsOf(
    tx,
    { locationId, userId: user.id },
    { because: 'password_changed', nowMs, except: session.sessionId },
  )
  audit(tx, ports, locationId, {
    action: 'password_changed',
    outcome: 'done',
    userId: user.id,
    sessionId: session.sessionId,
    requestId: request.id,
  })
  const mail = changedEmail(
    merchant,
    { email: user.email, language },
    pageUrl(merchant, '', '/forgotpassword', serverAddressOf(ports, request)),
  )
  return { body: { status: 'Your password has been changed.' }, after: () => ports.mailer.enqueue(mail) }
}
