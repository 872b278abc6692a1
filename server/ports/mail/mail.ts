/** One email to one person. It may bear a link that only they may have: it is never logged. */
export type MailMessage = {
  /** The same for every repetition of this email, where it may be repeated: a mail server or program can drop one that comes twice. */
  id?: string
  /** What it is about, in one word: names the file that it becomes without a mail server. */
  kind: string
  /** The name it is sent in: the merchant's. */
  fromName: string
  to: string
  subject: string
  text: string
  html?: string
}

/** Hands emails on. `send` rejects when it could not. */
export type Mail = { send(message: MailMessage): Promise<void> }
