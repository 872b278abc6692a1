import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { isEmail } from '#contract/rules/contact.ts'
import type { ContactMessageBody } from '#contract/schemas/contact-message.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { emailKeyOf } from '#server/modules/accounts/users.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { checkPerson } from '#server/modules/verification/routes.ts'
import { type IdempotencyPorts, registerPreparedChange } from '#server/plugins/idempotency.ts'
import { type FieldError, ProblemError } from '#server/plugins/problems.ts'
import { errorName, type Log } from '#server/ports/log.ts'
import type { Mail, MailMessage } from '#server/ports/mail/mail.ts'
import type { Verification } from '#server/ports/verification/verification.ts'

type ContactPorts = IdempotencyPorts & {
  mail: Mail
  verification: Verification
  limits: Limits
  trustProxy: boolean
  log: Log
}

/**
 * A message to the restaurant (specification §3 *Contact message*, §7). It is emailed and not stored. Throws 422 naming the fields or verification_failed, 429,
 * and 503 when the email could not be sent: a lost message must not be answered with thanks.
 */
export function addContactRoutes(app: FastifyInstance, ports: ContactPorts): void {
  registerPreparedChange(app, ports, endpoints.sendContactMessage, {
    before: async ({ merchant, body, request }) => {
      checkForm(body)
      const address = { name: 'contactOfAddress', of: emailKeyOf(body.email) } as const
      await ports.limits.count(merchant.locationId, ...byClient(ports, request, 'contact', address))
      await checkPerson(ports.verification, merchant.locationId, body.recaptcha_confirmation)
      await send(merchant, body, ports)
    },
    change: async () => ({ body: { message: 'Thank you! Your message is on its way to us.' } }),
  })
}

function checkForm(body: ContactMessageBody): void {
  const problems: (FieldError | false)[] = [
    body.first_name.trim() === '' && { field: 'first_name', message: 'Please enter a valid first name' },
    body.last_name.trim() === '' && { field: 'last_name', message: 'Please enter a valid last name' },
    !isEmail(body.email.trim()) && { field: 'email', message: 'Please enter a valid email address' },
    body.message.trim() === '' && { field: 'message', message: 'Please enter a message' },
  ]
  const fields = problems.filter((one): one is FieldError => one !== false)
  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })
}

async function send(
  merchant: Merchant,
  body: ContactMessageBody,
  { mail, log }: ContactPorts,
): Promise<void> {
  try {
    await mail.send(emailOf(merchant, body))
  } catch (error) {
    log({
      level: 'error',
      event: 'mail_failed',
      detail: 'contact',
      error: errorName(error),
    })
    const message = `We could not pass on your message just now. Please try again in a moment, or call ${merchant.location.phone}.`
    throw new ProblemError(503, 'internal', message, { retryAfterSeconds: 30 })
  }
}

/** The visitor's words go into the body only, never into a header. */
function emailOf(
  merchant: Merchant,
  { first_name, last_name, email, message }: ContactMessageBody,
): MailMessage {
  const { name } = merchant.location
  return {
    kind: 'contact',
    language: 'en',
    fromName: name,
    to: merchant.contactEmail ?? `contact@${merchant.host.hosts[0] ?? `${merchant.label}.localhost`}`,
    subject: `A message from your website`,
    text: [
      `From: ${oneLine(first_name)} ${oneLine(last_name)}`,
      `Email: ${oneLine(email)}`,
      '',
      message.trim(),
    ].join('\n'),
  }
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
