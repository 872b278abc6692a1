import type { PageLanguage } from '#contract/languages/all.ts'

/** The emails that go to guests: each is written in its reader's language. */
export const guestEmailKinds = [
  'confirm',
  'finish',
  'known',
  'reset',
  'unlock',
  'changed',
  'deleted',
  'gift-card',
  'order-placed',
  'order-ready',
  'order-part-refunded',
  'order-cards-placed',
  'order-cards-refunded',
  'order-cancelled',
  'order-refunded',
  'order-refund-failed',
  'order-cards-refund-failed',
  'order-cards-undelivered',
  'order-cards-replaced',
] as const

/** The emails that go to the restaurant and its staff: in English. */
const staffEmailKinds = ['contact', 'invite', 'role', 'security'] as const

/** What an email is about, in one word. */
export type EmailKind = (typeof guestEmailKinds)[number] | (typeof staffEmailKinds)[number]

/** One email to one person. It may bear a link that only they may have: it is never logged. */
export type MailMessage = {
  /** The same for every repetition of this email, where it may be repeated: a mail server or program can drop one that comes twice. */
  id?: string
  /** Names the file that it becomes without a mail server, too. */
  kind: EmailKind
  /** What it is written in. */
  language: PageLanguage
  /** The name it is sent in: the merchant's. */
  fromName: string
  to: string
  subject: string
  text: string
  html?: string
}

/** The mail server takes no email for this address, and says that trying again is of no use. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError'
}

/** Hands emails on. `send` rejects when it could not, with AddressRefusedError where the address is what is refused. `forget`, where copies are kept: deletes each that names one of these words. */
export type Mail = {
  send(message: MailMessage): Promise<void>
  forget?(words: readonly string[]): Promise<void>
}
