import { isAtLeast, isStaff, type Role, type StaffRole } from '#contract/rules/roles.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { emailTemplate } from '#server/modules/accounts/emails.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'

/** Emails to people whose role was changed, so that nobody gains or loses power unnoticed. Staff emails are in English. */

export const roleWords: Readonly<Record<StaffRole, { title: string; may: string }>> = {
  kitchen: {
    title: 'on the kitchen staff of',
    may: 'can now see the kitchen’s orders and update their status',
  },
  manager: { title: 'a manager of', may: 'can now run the kitchen, cancel orders and manage devices' },
  owner: { title: 'an owner of', may: 'can now do everything, and manage the team' },
}

const ifUnexpected = 'If you did not expect this, please tell the restaurant.'

const raisedEmail = (role: StaffRole) =>
  emailTemplate(
    'role',
    (name) => `You are now ${roleWords[role].title} ${name}`,
    (name, link) => [
      `Your account at ${name} ${roleWords[role].may}. Please sign in again with it:`,
      link,
      ifUnexpected,
    ],
  )

const loweredEmail = (role: Role) =>
  emailTemplate(
    'role',
    (name) =>
      role !== 'member' && isStaff(role)
        ? `You are now ${roleWords[role].title} ${name}`
        : `You are no longer on the team of ${name}`,
    (name, link) => [
      role !== 'member' && isStaff(role)
        ? `An owner of ${name} changed your role. You were signed out. Please sign in again:`
        : `An owner of ${name} removed your account from the team. You were signed out. You can still order with it as a guest:`,
      link,
      ifUnexpected,
    ],
  )

/**
 * To the owner of an account who joins the staff, leaves it, or has another role now.
 * @param email the address of the account
 * @param signInAddress the whole address at which they sign in again
 */
export function roleChangedEmail(
  merchant: Merchant,
  email: string,
  { from, to }: { from: Role; to: Role },
  signInAddress: string,
): MailMessage {
  const template = to !== 'member' && isAtLeast(to, from) ? raisedEmail(to) : loweredEmail(to)
  return template(merchant, { email, language: 'en' }, signInAddress)
}
