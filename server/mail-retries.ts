import type { FastifyInstance } from 'fastify'
import { minuteMs } from '#contract/durations.ts'
import type { AppOptions } from '#server/app-options.ts'
import { addRounds } from '#server/plugins/rounds.ts'
import type { BackgroundMailer } from '#server/ports/mail/background-mailer.ts'

/** Tries again, every minute, what the mail server did not take. A shutdown waits for what is being sent. */
export function addMailRetries(app: FastifyInstance, options: AppOptions, mailer: BackgroundMailer): void {
  addRounds(app, options, {
    everyMs: minuteMs,
    failed: 'mail_failed',
    atStart: false,
    work: () => mailer.retry(),
  })
  app.addHook('onClose', () => mailer.stop())
}
