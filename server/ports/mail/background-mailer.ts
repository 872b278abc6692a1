import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import type { Clock } from '#contract/ports.ts'
import { errorName, type Log } from '#server/ports/log.ts'
import { systemIds } from '#server/ports/system.ts'
import { AddressRefusedError, type EmailKind, type Mail, type MailMessage } from './mail.ts'

/** How long an email waits for its next try (ms), by how often it has failed. */
const waitsMs = [1, 4, 10, 15, 25].map((minutes) => minutes * minuteMs)
const laterWaitsMs = [1, 2, 4, 8, 8].map((hours) => hours * hourMs)

/** Emails with a link that works for an hour, and when the last one is sent: one that comes later leads its reader nowhere. */
const shortLived: ReadonlySet<EmailKind> = new Set(['confirm', 'finish', 'reset', 'unlock'])
const lastLinkMs = 55 * minuteMs

/** Emails beyond these are dropped at their first failure: a mail server that is away for a day must not fill the memory. */
const mostWaiting = 1000

type Sending = { message: MailMessage; sinceMs: number; failures: number; dueMs: number }

/**
 * Sends emails about accounts without delaying the answer: a slower answer when an email goes out would reveal whether an address is known. A failed one is
 * tried again for a day, since nobody can ask again for one that warns them; a failure is logged by the email's kind only. They wait in memory: links in
 * them are secrets, which no table has.
 */
export class BackgroundMailer {
  readonly #mail: Mail
  readonly #log: Log
  readonly #clock: Clock
  readonly #underway = new Set<Promise<boolean>>()
  #waiting: Sending[] = []
  #stopped = false

  constructor(mail: Mail, log: Log, clock: Clock) {
    this.#mail = mail
    this.#log = log
    this.#clock = clock
  }

  /** Sends an email. Called after its transaction is committed. Every try has the same id, by which a mail server drops a duplicate. */
  enqueue(message: MailMessage): void {
    const sinceMs = this.#clock.now()
    void this.#track({ message: { id: systemIds.uuid(), ...message }, sinceMs, failures: 0, dueMs: sinceMs })
  }

  /** Tries again what is due, the oldest first, until one fails: the mail server is still away then. */
  async retry(): Promise<void> {
    const nowMs = this.#clock.now()
    for (const one of this.#waiting.filter(({ dueMs }) => dueMs <= nowMs)) {
      // It may have been forgotten meanwhile.
      if (this.#stopped || !this.#waiting.includes(one)) continue
      this.#waiting = this.#waiting.filter((other) => other !== one)
      if (!(await this.#track(one))) return
    }
  }

  /** Drops emails that wait for another try and contain one of these words. */
  forget(words: readonly string[]): void {
    this.#waiting = this.#waiting.filter(
      ({ message: { to, text } }) => !words.some((word) => to.includes(word) || text.includes(word)),
    )
  }

  /** Resolves when no email is being sent. Those that wait for another try are not waited for. */
  async whenIdle(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway)
  }

  /** Waits for what is being sent; from now on, what fails is not tried again. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.whenIdle()
    for (const { message } of this.#waiting) this.#drop(message)
    this.#waiting = []
  }

  #track(sending: Sending): Promise<boolean> {
    const sent = this.#send(sending).finally(() => void this.#underway.delete(sent))
    this.#underway.add(sent)
    return sent
  }

  /** Whether the mail server took it, or refused its address for good. */
  async #send({ message, sinceMs, failures }: Sending): Promise<boolean> {
    try {
      await this.#mail.send(message)
      return true
    } catch (error) {
      this.#log({
        level: 'error',
        event: 'mail_failed',
        detail: message.kind,
        error: errorName(error),
      })
      if (error instanceof AddressRefusedError) return true
      this.#wait(message, sinceMs, failures + 1)
      return false
    }
  }

  #wait(message: MailMessage, sinceMs: number, failures: number): void {
    const waitMs = [...waitsMs, ...laterWaitsMs][failures - 1]
    const dueMs = this.#clock.now() + (waitMs ?? 0)
    const lastMs = sinceMs + (shortLived.has(message.kind) ? lastLinkMs : dayMs)
    if (waitMs === undefined || dueMs > lastMs || this.#stopped || this.#waiting.length >= mostWaiting)
      this.#drop(message)
    else this.#waiting.push({ message, sinceMs, failures, dueMs })
  }

  #drop({ kind }: MailMessage): void {
    this.#log({ level: 'error', event: 'mail_dropped', detail: kind })
  }
}
