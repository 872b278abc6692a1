import { emailTemplate } from '#server/modules/accounts/emails.ts'
import { pageUrl } from '#server/modules/accounts/links.ts'
import { serverAddressOf } from '#server/modules/accounts/ports.ts'
import type { FastifyRequest } from 'fastify'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import type { FactorPorts } from './ports.ts'

/**
 * Emails about changes of somebody's second factors, and the use of a recovery code, so that whoever took over a session or found the printed codes does not
 * go unnoticed. Staff emails are in English.
 */

export type Change =
  | 'passkey_added'
  | 'passkey_removed'
  | 'app_added'
  | 'app_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'second_factors_taken'

const words: Readonly<Record<Change, string>> = {
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey was removed from your account.',
  app_added: 'An authenticator app was added to your account.',
  app_removed: 'The authenticator app was removed from your account.',
  recovery_codes_made:
    'New recovery codes were generated for your account. Any earlier codes no longer work.',
  recovery_code_used:
    'One of your recovery codes was used, in place of a passkey or an authenticator app. It does not work a second time.',
  second_factors_taken:
    'An owner reset your two-step verification (passkeys, authenticator app and recovery codes) and signed you out. You sign in with your password alone until you set it up again.',
}

const emailOf = (change: Change) =>
  emailTemplate(
    'security',
    (name) =>
      change === 'recovery_code_used'
        ? `A recovery code was used at ${name}`
        : `Your sign-in security at ${name} was changed`,
    (name, link) => [
      words[change],
      `If this was not you, please choose a new password at once, and tell an owner of ${name}:`,
      link,
    ],
  )

/** The email to a person about such a change. */
export const securityEmail = (
  merchant: Merchant,
  request: FastifyRequest,
  ports: FactorPorts,
  email: string,
  change: Change,
): MailMessage =>
  emailOf(change)(
    merchant,
    { email, language: 'en' },
    pageUrl(merchant, '', '/forgotpassword', serverAddressOf(ports, request)),
  )
