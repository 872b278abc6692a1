import type { endpoints } from '#contract/endpoints.ts'
import { listSignUpProblems } from '#contract/rules/account.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import { localTime } from '#contract/local-time.ts'
import type { RegisterBody } from '#contract/schemas/session.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import { checkPerson } from '#server/modules/verification/routes.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { type FieldError, fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { audit } from './audit.ts'
import { confirmEmail, finishEmail, knownEmail } from './emails.ts'
import { findLink, issueLink, linkInvalid, linkUrl, pageUrl, takeLink, voidLinks } from './links.ts'
import { type AccountPorts, checkPlace, serverAddressOf } from './ports.ts'
import {
  emailKeyOf,
  insertUser,
  lockUser,
  lockUserByEmail,
  newUser,
  saveUser,
  type UserRecord,
} from './users.ts'

type RegisterCall = Call<typeof endpoints.register>

const mailed = 'Thank you! We have sent you an email. Please open the link in it to finish.'
const ready = 'Thank you! Your account is ready. Please sign in.'

/** Throws 422 with every invalid field, in the form's order (specification §5). */
function checkForm(merchant: Merchant, body: RegisterBody, nowMs: number): void {
  // A token is an invitation, usually to the staff. The answer must not reveal its role, or whether it is valid.
  const isInvited = body.token !== ''
  const today = localTime(nowMs, merchant.location.time_zone).date
  const fields = Object.entries(listSignUpProblems(body, today, isInvited)).map(
    ([field, message]): FieldError => ({ field, message }),
  )
  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })
}

/**
 * The part before the transaction: checks the form, the limits, the invitation if there is one, and the human verification (last, since it can be used only
 * once), and hashes the password for every address, so that none answers faster than another. Returns the hash.
 */
export async function prepareRegistration(
  { merchant, body, request }: RegisterCall,
  ports: AccountPorts,
): Promise<string> {
  checkPlace(merchant, body)
  checkForm(merchant, body, ports.clock.now())
  const address = { name: 'registerOfAddress', of: emailKeyOf(body.email) } as const
  await ports.limits.count(merchant.locationId, ...byClient(ports, request, 'register', address))
  if (body.token !== '') await getInvitation(ports.database, merchant.locationId, body.token, ports)
  await checkPerson(ports.verification, merchant.locationId, body.recaptcha_confirmation)
  return ports.passwords.hash(body.password)
}

/**
 * `POST /auth/register`. The answer does not reveal whether the address is known; an email to the mailbox does. A new account waits for the link in its email.
 * A confirmed one stays as it is. An unconfirmed one loses its password, and its mailbox gets a link to choose one: otherwise somebody who signs up first with
 * another person's address would know the password of the account that its owner confirms later, or the other way round. An invitation confirms at once, with
 * the role it was made for; one that is over is refused, so that somebody who was invited to work here does not become a guest without noticing.
 */
export async function register(
  call: RegisterCall,
  tx: Transaction,
  passwordHash: string,
  ports: AccountPorts,
): Promise<Answer<{ status: string }>> {
  const { merchant, body, request } = call
  const { locationId } = merchant
  const invited = body.token === '' ? undefined : await takeInvitation(tx, call, ports)
  if (invited) {
    saveUser(tx, locationId, {
      ...withProfile(invited, body),
      language: request.language,
      passwordHash,
      confirmedAt: ports.clock.now(),
    })
    voidLinks(tx, locationId, invited.id, ['confirm', 'reset', 'invite'], ports.clock.now())
    audit(tx, ports, locationId, {
      action: 'register',
      outcome: 'done',
      userId: invited.id,
      requestId: request.id,
    })
    return { body: { status: ready } }
  }
  const user = withProfile(newUser(ports.ids.uuid(), body.email, ports.clock.now(), request.language), body)
  const inserted = await insertUser(tx, locationId, { ...user, passwordHash })
  const known = inserted ? undefined : await lockUserByEmail(tx, locationId, body.email)
  const mail = known ? emailToKnown(call, tx, known, ports) : emailToNew(call, tx, user, ports)
  audit(tx, ports, locationId, {
    action: 'register',
    outcome: known ? 'refused' : 'done',
    userId: (known ?? user).id,
    requestId: request.id,
  })
  return { body: { status: mailed }, after: () => ports.mailer.enqueue(mail) }
}

/** The link of an invitation. Throws 422 link_invalid. */
export async function getInvitation(
  database: Queryable,
  locationId: string,
  token: string,
  { clock }: Pick<AccountPorts, 'clock'>,
): Promise<{ userId: string }> {
  const link = await findLink(database, locationId, token, ['invite'], clock.now())
  if (!link) throw invitationInvalid()
  return link
}

/** The refusal of an invitation's link that was used, has expired or was replaced. */
export const invitationInvalid = (): ProblemError =>
  linkInvalid(
    'This invitation does not work anymore: it was used, is older than a week, or there is a newer one. Please ask the restaurant for a new one.',
  )

/**
 * The user that a valid invitation is for; an account in use is not taken over by it. Throws 422 link_invalid, and 422 on the address if the invitation was
 * made for another one: otherwise an invited staff member would silently become a guest.
 */
async function takeInvitation(
  tx: Transaction,
  { merchant, body }: RegisterCall,
  ports: AccountPorts,
): Promise<UserRecord> {
  const { locationId } = merchant
  const { userId } = await getInvitation(tx, locationId, body.token, ports)
  const user = await lockUser(tx, locationId, userId)
  if (user.confirmedAt !== undefined) throw invitationInvalid()
  if (emailKeyOf(user.email) !== emailKeyOf(body.email))
    throw fieldProblem(
      422,
      'email',
      'Your invitation is for another email address. Please sign up with the one that it was sent to.',
    )
  if (!(await takeLink(tx, locationId, body.token, ['invite'], ports.clock.now()))) throw invitationInvalid()
  return user
}

const withProfile = (user: UserRecord, body: RegisterBody): UserRecord => ({
  ...user,
  firstName: body.first_name.trim(),
  lastName: body.last_name.trim(),
  phone: phoneDigits(body.phone),
  dob: body.dob,
})

function emailToNew(
  { merchant, request }: RegisterCall,
  tx: Transaction,
  user: UserRecord,
  ports: AccountPorts,
): MailMessage {
  const token = issueLink(tx, ports, merchant.locationId, user.id, 'confirm')
  return confirmEmail(
    merchant,
    user,
    linkUrl(merchant, '', 'confirm', token, serverAddressOf(ports, request)),
  )
}

function emailToKnown(
  { merchant, request }: RegisterCall,
  tx: Transaction,
  known: UserRecord,
  ports: AccountPorts,
): MailMessage {
  const reached = serverAddressOf(ports, request)
  if (known.confirmedAt !== undefined)
    return knownEmail(merchant, known, pageUrl(merchant, '', '/forgotpassword', reached))
  saveUser(tx, merchant.locationId, { ...known, passwordHash: undefined })
  voidLinks(tx, merchant.locationId, known.id, ['confirm'], ports.clock.now())
  const token = issueLink(tx, ports, merchant.locationId, known.id, 'reset')
  const { email } = known
  const { language } = request
  return finishEmail(merchant, { email, language }, linkUrl(merchant, '', 'reset', token, reached))
}
