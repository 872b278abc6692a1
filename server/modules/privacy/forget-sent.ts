import type { FastifyInstance } from 'fastify'
import { errorName, type Log } from '#server/ports/log.ts'
import type { BackgroundMailer } from '#server/ports/mail/background-mailer.ts'
import type { Mail } from '#server/ports/mail/mail.ts'
import type { TextMessages } from '#server/ports/text-messages/text-messages.ts'
import type { PrivacyPorts } from './ports.ts'

type Sent = { mail: Mail; texts: TextMessages; mailer: BackgroundMailer; log: Log }

/**
 * Deletes stored copies of sent messages, after the answer and after messages still being sent; a shutdown waits for it. A folder that cannot be read is only
 * logged: the account is already deleted by then.
 */
export function sentForgetter(
  app: FastifyInstance,
  { mail, texts, mailer, log }: Sent,
): PrivacyPorts['forgetSent'] {
  let last = Promise.resolve()
  app.addHook('onClose', async () => {
    await last
    await mailer.whenIdle()
  })
  const forget = async (words: readonly string[]): Promise<void> => {
    try {
      mailer.forget(words)
      await mailer.whenIdle()
      // One that failed meanwhile waits now.
      mailer.forget(words)
      await mail.forget?.(words)
      await texts.forget?.(words)
    } catch (error) {
      log({
        level: 'error',
        event: 'mail_failed',
        detail: 'forget',
        error: errorName(error),
      })
    }
  }
  return (words, then) => {
    last = last.then(() => forget(words)).then(then)
  }
}
