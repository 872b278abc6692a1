import { createTransport } from 'nodemailer'
import { AddressRefusedError, type Mail } from './mail.ts'

export type SmtpSettings = {
  /** `smtps://user:password@host:465`, or `smtp://…` where the connection is upgraded. */
  url: string
  /** The sender's address; the sender's name is the merchant's. */
  from: string
}

/** How long to wait for a mail server (ms): nodemailer itself waits two minutes for a connection and ten for an answer. */
const smtpTimes = {
  dnsTimeout: 5000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** Sends mail through a mail server. `send` rejects when a time limit passes. */
export function smtpMail({ url, from }: SmtpSettings, times: typeof smtpTimes = smtpTimes): Mail {
  const transport = createTransport({ url, ...times, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send({ id, language, fromName, to, subject, text, html }) {
      // As an object: a comma in the address must not make it two.
      const sending = transport.sendMail({
        from: { name: fromName, address: from },
        to: { name: '', address: to },
        subject,
        headers: { 'Content-Language': language },
        text,
        ...(html !== undefined && { html }),
        ...(id !== undefined && { messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>` }),
      })
      await sending.catch((error: unknown) => {
        throw isAddressRefused(error) ? new AddressRefusedError('the address is refused') : error
      })
    },
  }
}

/** A 5xx for the recipient is permanent (RFC 5321 §4.2.1); one for the sender or at another step says nothing about the address. */
const isAddressRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500
