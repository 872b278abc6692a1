import type { Clock } from '#contract/ports.ts'
import { forgetOutgoing, writeOutgoing } from '#server/ports/outgoing-folder.ts'
import type { Mail, MailMessage } from './mail.ts'

/** The mail of a server without a mail server: each email becomes a readable file. */
export const folderMail = (folder: string, clock: Clock): Mail => ({
  send: (message) =>
    writeOutgoing(folder, clock, { kind: message.kind, to: message.to, text: emailFileText(message) }),
  forget: (words) => forgetOutgoing(folder, words),
})

const emailFileText = ({ fromName, to, subject, text }: MailMessage): string =>
  `From: ${fromName}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`
