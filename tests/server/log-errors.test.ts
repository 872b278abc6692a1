import { expect, it } from 'vitest'
import { errorName } from '#server/ports/log.ts'
import { smtpMail } from '#server/ports/mail/smtp-mail.ts'

const sent = {
  kind: 'order-placed',
  language: 'en',
  fromName: 'Tavola',
  to: 'ada@example.com',
  subject: 'Your order',
  text: 'It is in.',
} as const

it('the log distinguishes a mail server that is unreachable from one that refuses the password', async () => {
  const mail = smtpMail({ url: 'smtp://127.0.0.1:1', from: 'orders@tavola.example' })
  const unreached: unknown = await mail
    .send({ ...sent, kind: 'placed' } as never)
    .catch((error: unknown) => error)
  expect(errorName(unreached)).toBe('Error ESOCKET')
  const refused = Object.assign(new Error('535 no ada@example.com here'), {
    code: 'EAUTH',
    responseCode: 535,
  })
  expect(errorName(refused)).toBe('Error EAUTH 535')
})

it('the log contains no message and no address', () => {
  const error = Object.assign(new TypeError('ada@example.com'), {
    code: 'ada@example.com',
    responseCode: 'Ada',
  })
  expect(errorName(error)).toBe('TypeError')
  expect(errorName('ada@example.com')).toBe('unknown')
})
