import type { Merchant } from '#server/merchants/merchant.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'

/**
 * The emails about an account, in the merchant's name. What somebody typed into a form (a name, say) stands in none of them: they go to
 * addresses that nobody has confirmed, and must not carry strangers' words there.
 */

type EmailTemplate = (merchant: Merchant, to: string, link: string) => MailMessage

export const emailTemplate =
  (
    kind: string,
    subject: (name: string) => string,
    paragraphs: (name: string, link: string) => string[],
  ): EmailTemplate =>
  (merchant, to, link) => {
    const { name } = merchant.location
    return {
      kind,
      fromName: name,
      to,
      subject: subject(name),
      text: [...paragraphs(name, link), `Your ${name} team`].join('\n\n'),
    }
  }

const ignore = 'If this was not you, you need not do anything.'

/** To an address that somebody signed up with. */
export const confirmEmail = emailTemplate(
  'confirm',
  (name) => `Welcome to ${name}: please confirm your email`,
  (name, link) => [
    `Thank you for signing up at ${name}. Please open this link to confirm your email address and finish:`,
    link,
    `The link works once, for an hour. ${ignore}`,
  ],
)

/** To an address that somebody signed up with again before it was confirmed: whoever reads its mail chooses the password. */
export const finishEmail = emailTemplate(
  'finish',
  (name) => `Finish signing up at ${name}`,
  (name, link) => [
    `Your email address was used more than once to sign up at ${name}. To be sure that the account is yours alone, please choose its password here:`,
    link,
    `The link works once, for an hour. ${ignore}`,
  ],
)

/** To the address of an account that somebody tried to sign up with. */
export const knownEmail = emailTemplate(
  'known',
  (name) => `You already have an account at ${name}`,
  (name, link) => [
    `Somebody, probably you, tried to sign up at ${name} with this email address. There is an account already, and it is as it was.`,
    'If you do not remember the password, you can choose a new one here:',
    link,
    ignore,
  ],
)

/** To an account's address, when a new password was asked for. */
export const resetEmail = emailTemplate(
  'reset',
  (name) => `Choose a new password for ${name}`,
  (name, link) => [
    `Here you can choose a new password for your account at ${name}:`,
    link,
    `The link works once, for an hour. ${ignore}`,
  ],
)

/** To an account's address, when it was locked or an unlock link was asked for. */
export const unlockEmail = emailTemplate(
  'unlock',
  (name) => `Unlock your account at ${name}`,
  (name, link) => [
    `Your account at ${name} is locked, because a wrong password was given too often. Please open this link to unlock it:`,
    link,
    'The link works once, for an hour. Without it, the account unlocks by itself after a day. If the tries were not yours, your password held.',
  ],
)

/** To an account's address, after its password was changed. */
export const changedEmail = emailTemplate(
  'changed',
  (name) => `Your password at ${name} was changed`,
  (name, link) => [
    `The password of your account at ${name} was changed just now, and the account was signed out on other devices.`,
    'If this was not you, please choose a new password here at once:',
    link,
  ],
)
