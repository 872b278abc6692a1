import { errorName, type Log } from '#server/ports/log.ts'
import type { Mail, MailMessage } from './mail.ts'

/**
 * Takes emails without making anybody wait: an answer that took longer when an email goes out would tell whether an address is known.
 * One that could not be sent is logged by its kind alone; who asked for it asks again.
 */
export class BackgroundMailer {
  readonly #mail: Mail
  readonly #log: Log
  readonly #underway = new Set<Promise<void>>()

  constructor(mail: Mail, log: Log) {
    this.#mail = mail
    this.#log = log
  }

  /** Sends an email. Called when what it is about is committed. */
  enqueue(message: MailMessage): void {
    const sending = this.#send(message).finally(() => void this.#underway.delete(sending))
    this.#underway.add(sending)
  }

  /** Resolves when nothing is on its way any more. */
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
