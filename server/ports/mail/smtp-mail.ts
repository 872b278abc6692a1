import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

export type SmtpSettings = {
  /** `smtps://user:password@host:465`, or `smtp://…` where the connection is upgraded. */
  url: string
  /** The address that emails come from; their name is the merchant's. */
  from: string
}

/** Mail through a mail server. */
export function smtpMail({ url, from }: SmtpSettings): Mail {
  const transport = createTransport(url, { disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ id, language, fromName, to, subject, text, html }) {
      // As an object: a comma in the address must not make it two.
      await transport.sendMail({
        from: { name: fromName, address: from },
        to: { name: '', address: to },
        subject,
        headers: { 'Content-Language': language },
        text,
        ...(html !== undefined && { html }),
        ...(id !== undefined && { messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>` }),
      })
    },
  }
}
