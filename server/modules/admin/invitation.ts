import type { endpoints } from '#contract/endpoints.ts'
import { isEmail } from '#contract/rules/contact.ts'
import { isAtLeast } from '#contract/rules/roles.ts'
import type { InviteBody } from '#contract/schemas/admin.ts'
import type { Transaction } from '#server/db/database.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { emailTemplate } from '#server/modules/accounts/emails.ts'
import { invitedRole, issueLink, linkUrl, pageUrl, voidLinks } from '#server/modules/accounts/links.ts'
import { type AccountPorts, serverAddressOf } from '#server/modules/accounts/ports.ts'
import { revokeSessionsOf } from '#server/modules/accounts/sessions.ts'
import {
  insertUser,
  lockUserByEmail,
  newUser,
  saveUser,
  type UserRecord,
} from '#server/modules/accounts/users.ts'
import { recordAct } from '#server/modules/staff/acts.ts'
import { roleChangedEmail, roleWords } from '#server/modules/staff/role-emails.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'

export type InvitationPorts = Pick<AccountPorts, 'clock' | 'ids' | 'mailer' | 'production' | 'limits'>

type InviteCall = Call<typeof endpoints.inviteUser>

const invited = 'The invitation is on its way.'

/** To somebody without an account. */
const inviteEmail = (role: InviteBody['role'], address: string) =>
  emailTemplate(
    'invite',
    (name) => `You’re invited to join ${name}`,
    (name, link) => [
      role === 'member'
        ? `${name} invites you to create an account. Please open this link to choose your password:`
        : `${name} invites you to be ${roleWords[role].title} ${name}. Please open this link to create your account and choose a password:`,
      link,
      `The invitation is for ${address}: please sign up with this address and no other.`,
      'The link works once, for a week. If you did not expect this, you don’t need to do anything.',
    ],
  )

/**
 * `POST /admin/user/invite`. Somebody without an account gets a link to create one with the role; an existing member gets the role at once, and must sign in
 * again. An invitation never removes or lowers a role. The answer is the same in every case. Throws 422 for an invalid email.
 *
 * An account that was never confirmed starts over: whoever created it may not have been the invited person, so its password and mailed links are void. The role
 * takes effect when the account is confirmed, which takes the mailbox and the link's week: whoever is confirmed later, in whatever way, is a guest.
 */
export async function inviteUser(
  call: InviteCall,
  tx: Transaction,
  ports: InvitationPorts,
): Promise<Answer<{ status: string }>> {
  const { merchant, body, session, request } = call
  const { locationId } = merchant
  if (!isEmail(body.email.trim())) throw fieldProblem(422, 'email', 'Please enter a valid email address')
  const user = await userToInvite(tx, locationId, body, ports)
  const mail =
    user.confirmedAt === undefined ? await invite(call, tx, user, ports) : promote(call, tx, user, ports)
  const entry = {
    action: 'user_invited',
    outcome: 'done',
    userId: user.id,
    sessionId: session.sessionId,
    requestId: request.id,
  } as const
  audit(tx, ports, locationId, entry)
  recordAct(tx, ports, call, { action: 'person_invited', about: body.role, aboutUserId: user.id })
  return { body: { status: invited }, after: mail && (() => ports.mailer.enqueue(mail)) }
}

async function userToInvite(
  tx: Transaction,
  locationId: string,
  body: InviteBody,
  { clock, ids }: InvitationPorts,
): Promise<UserRecord> {
  const fresh = newUser(ids.uuid(), body.email, clock.now())
  if (await insertUser(tx, locationId, fresh)) return fresh
  const known = await lockUserByEmail(tx, locationId, body.email)
  if (!known) throw new Error('a user has gone between two statements')
  return known
}

async function invite(
  { merchant, body, request }: InviteCall,
  tx: Transaction,
  user: UserRecord,
  ports: InvitationPorts,
): Promise<MailMessage> {
  const { locationId } = merchant
  const before = await invitedRole(tx, locationId, user, ports.clock.now())
  const role = isAtLeast(before, body.role) ? before : body.role
  const named = { ...user, firstName: body.firstName.trim(), lastName: body.lastName.trim() }
  saveUser(tx, locationId, { ...named, role, passwordHash: undefined })
  voidLinks(tx, locationId, user.id, ['confirm', 'reset', 'unlock'], ports.clock.now())
  const token = issueLink(tx, ports, locationId, user.id, 'invite')
  return inviteEmail(role, user.email)(
    merchant,
    { email: user.email, language: 'en' },
    linkUrl(merchant, body.destination, 'invite', token, serverAddressOf(ports, request)),
  )
}

function promote(
  { merchant, body, request }: InviteCall,
  tx: Transaction,
  user: UserRecord,
  ports: InvitationPorts,
): MailMessage | undefined {
  const { role } = body
  if (role === 'member' || isAtLeast(user.role, role)) return undefined
  saveUser(tx, merchant.locationId, { ...user, role })
  const who = { locationId: merchant.locationId, userId: user.id }
  revokeSessionsOf(tx, who, { because: 'role_changed', nowMs: ports.clock.now() })
  return roleChangedEmail(
    merchant,
    user.email,
    { from: user.role, to: role },
    pageUrl(merchant, body.destination, '/login', serverAddressOf(ports, request)),
  )
}
