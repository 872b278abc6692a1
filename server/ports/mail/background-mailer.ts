import { errorName, type Log } from '#server/ports/log.ts'
import type { Mail, MailMessage } from './mail.ts'

/**
 * Sends emails without delaying the answer: a slower answer when an email goes out would reveal whether an address is known. A failed one is logged by its kind
 * only; whoever requested it can request it again.
 */
export class BackgroundMailer {
  readonly #mail: Mail
  readonly #log: Log
  readonly #underway = new Set<Promise<void>>()

  constructor(mail: Mail, log: Log) {
    this.#mail = mail
    this.#log = log
  }

  /** Sends an email. Called after its transaction is committed. */
  enqueue(message: MailMessage): void {
    const sending = this.#send(message).finally(() => void this.#underway.delete(sending))
    this.#underway.add(sending)
  }

  /** Resolves when no email is being sent. */
  async whenIdle(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway)
  }

  async #send(message: MailMessage): Promise<void> {
    try {
      await this.#mail.send(message)
    } catch (error) {
      this.#log({
        level: 'error',
        event: 'mail_failed',
        detail: message.kind,
        error: errorName(error),
      })
    }
  }
}
