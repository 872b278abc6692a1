import { t } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { EmailKind, MailMessage } from '#server/ports/mail/mail.ts'

/**
 * The emails about an account, in the merchant's name and the reader's language (docs/decisions/056). They never quote what was typed into a form, such as a
 * name: they go to unconfirmed addresses and must not carry strangers' words there.
 */

/** The recipient of an email about an account, and the language that it is written in. */
export type Reader = { email: string; language: PageLanguage }

type EmailTemplate = (merchant: Merchant, reader: Reader, link: string) => MailMessage

/** An email that ends with the restaurant's name. Subject and paragraphs are built for each email, in its reader's language. */
export const emailTemplate =
  (
    kind: EmailKind,
    subject: (name: string) => string,
    paragraphs: (name: string, link: string) => string[],
  ): EmailTemplate =>
  (merchant, { email, language }, link) => {
    const { name } = merchant.location
    return inLanguage(merchant, language, () => ({
      kind,
      language,
      fromName: name,
      to: email,
      subject: subject(name),
      text: [...paragraphs(name, link), t`Your ${name} team`].join('\n\n'),
    }))
  }

const ignore = (): string => t('If this was not you, you don’t need to do anything.')
const onceForAnHour = (): string => `${t('The link works once, for an hour.')} ${ignore()}`

/** To an address that was just used to sign up. */
export const confirmEmail = emailTemplate(
  'confirm',
  (name) => t`Welcome to ${name}: please confirm your email`,
  (name, link) => [
    t`Thank you for signing up at ${name}. Please open this link to confirm your email address and finish:`,
    link,
    onceForAnHour(),
  ],
)

/** To an address that was used to sign up again before it was confirmed: whoever reads that mailbox chooses the password. */
export const finishEmail = emailTemplate(
  'finish',
  (name) => t`Finish signing up at ${name}`,
  (name, link) => [
    t`Your email address was used more than once to sign up at ${name}. To be sure that the account is yours alone, please choose its password here:`,
    link,
    onceForAnHour(),
  ],
)

/** To the address of an existing account that somebody tried to sign up with. */
export const knownEmail = emailTemplate(
  'known',
  (name) => t`You already have an account at ${name}`,
  (name, link) => [
    t`Someone, probably you, tried to sign up at ${name} with this email address. You already have an account, and nothing changed.`,
    t('If you do not remember the password, you can choose a new one here:'),
    link,
    ignore(),
  ],
)

/** To an account's address, when a password reset was requested. */
export const resetEmail = emailTemplate(
  'reset',
  (name) => t`Choose a new password for ${name}`,
  (name, link) => [t`Here you can choose a new password for your account at ${name}:`, link, onceForAnHour()],
)

/** To an account's address, when it was locked or an unlock link was requested. */
export const unlockEmail = emailTemplate(
  'unlock',
  (name) => t`Unlock your account at ${name}`,
  (name, link) => [
    t`Your account at ${name} is locked, after too many wrong passwords. Please open this link to unlock it:`,
    link,
    t(
      'The link works once, for an hour. Without it, the account unlocks automatically after a day. If it wasn’t you, nobody got in.',
    ),
  ],
)

/** To an account's address, after its password was changed. */
export const changedEmail = emailTemplate(
  'changed',
  (name) => t`Your password at ${name} was changed`,
  (name, link) => [
    t`The password for your account at ${name} was just changed, and the account was signed out on other devices.`,
    t('If this was not you, please choose a new password here at once:'),
    link,
  ],
)

/** To an account's address, when somebody signed in to it with a provider (`Google`) for the first time. */
export const linkedEmail = (provider: string): EmailTemplate =>
  emailTemplate(
    'linked',
    (name) => t`${provider} now signs you in at ${name}`,
    (name, link) => [
      t`Someone, probably you, just signed in to your account at ${name} with ${provider}. From now on, that way of signing in opens the account without its password.`,
      t`If this was not you, please secure your ${provider} account at once, call us, and choose a new password here:`,
      link,
    ],
  )

/** To an account's address, after a copy of all of its data was downloaded. */
export const exportedEmail = emailTemplate(
  'exported',
  (name) => t`Your data at ${name} was downloaded`,
  (name, link) => [
    t`A copy of everything that ${name} stores about you was just downloaded, on a device that is signed in to your account.`,
    t('If this was not you, please choose a new password here at once. It signs out every device:'),
    link,
  ],
)

/** To an account's address, after the account was deleted: the last email it gets. */
export const deletedEmail = emailTemplate(
  'deleted',
  (name) => t`Your account at ${name} is deleted`,
  (name, link) => [
    t`Your account at ${name} was just deleted, as you asked, with your details, orders and points.`,
    t(
      'Your gift cards are good as before, for whoever has their numbers. What we have to keep, and for how long, is explained here:',
    ),
    link,
    t('This is the last email about it. If this was not you, please call us.'),
  ],
)
