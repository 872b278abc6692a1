import type { PageLanguage } from '#contract/languages/all.ts'

/** The emails that go to guests: each is written in its reader's language. */
export const guestEmailKinds = [
  'confirm',
  'finish',
  'known',
  'reset',
  'unlock',
  'changed',
  'linked',
  'exported',
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

/** The kind of an email, in one word. */
export type EmailKind = (typeof guestEmailKinds)[number] | (typeof staffEmailKinds)[number]

/** An email to one person. It may contain a link that only they may have: it is never logged. */
export type MailMessage = {
  /** The same for every repetition of this email: a mail server or program can drop a duplicate. */
  id?: string
  /** Without a mail server, this also names its file. */
  kind: EmailKind
  /** The language it is written in. */
  language: PageLanguage
  /** The sender's name: the merchant's. */
  fromName: string
  to: string
  subject: string
  text: string
  html?: string
}

/** The mail server rejects this address permanently, so retrying is of no use. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError'
}

/**
 * Sends emails. `send` rejects when that failed, with AddressRefusedError where the address is the reason. `forget` deletes stored copies that contain one of
 * these words.
 */
export type Mail = {
  send(message: MailMessage): Promise<void>
  forget?(words: readonly string[]): Promise<void>
}
