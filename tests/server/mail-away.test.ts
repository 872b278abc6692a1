import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { BackgroundMailer } from '#server/ports/mail/background-mailer.ts'
import { AddressRefusedError, type MailMessage } from '#server/ports/mail/mail.ts'

/** A mail server that takes nothing for a while: what goes to people about their accounts. */
describe('while the mail server takes nothing', () => {
  let larder: TestLarder
  let failure: Error | undefined
  let tried: MailMessage[]
  let arrived: MailMessage[]
  beforeEach(async () => {
    ;[tried, arrived, failure] = [[], [], undefined]
    larder = await startTestLarder(databases[0]!, {
      mail: {
        async send(message) {
          tried.push(message)
          if (failure) throw failure
          arrived.push(message)
        },
      },
    })
  })
  afterEach(() => larder.close())

  const kinds = () => arrived.map(({ kind }) => kind)
  const events = () => larder.log.map(({ event, detail }) => `${event} ${detail}`)
  /** The server's own work, every so many minutes. */
  async function pass(minutes: number, every = 1): Promise<void> {
    for (let minute = 0; minute < minutes; minute += every) {
      larder.clock.advance(every * minuteMs)
      await larder.minute()
    }
  }
  const member = async (email: string) => SignedIn.as(larder, await addUser(larder, { email }))
  const download = (who: SignedIn) => who.send('GET', '/user/export')
  const forgot = (email: string) =>
    new Guest(larder).send('POST', '/user/sendpasswordreset', {
      email,
      organization_id: 'org-tavola',
      destination: `http://${tavola.host}`,
    })

  it('a warning about an account arrives once, after an hour of that, under one id', async () => {
    failure = new Error('away')
    await download(await member('ada@example.com'))
    await pass(60)
    expect(arrived).toEqual([])
    failure = undefined
    await pass(120, 10)
    expect(kinds()).toEqual(['exported'])
    expect(tried.length).toBeGreaterThan(3)
    expect(tried.length).toBeLessThan(9)
    expect(new Set(tried.map(({ id }) => id))).toEqual(new Set([arrived[0]!.id]))
    await pass(30, 10)
    expect(kinds()).toEqual(['exported'])
  })

  it('one mail is tried a minute, not all of them', async () => {
    failure = new Error('away')
    for (const name of ['ada', 'ben', 'eve']) await download(await member(`${name}@example.com`))
    expect(tried).toHaveLength(3)
    await pass(1)
    expect(tried).toHaveLength(4)
    failure = undefined
    await pass(5)
    expect(kinds()).toEqual(['exported', 'exported', 'exported'])
  })

  it('an email with a link that works for an hour is not sent when it no longer does, and the log says so', async () => {
    failure = new Error('away')
    await addUser(larder, { email: 'ada@example.com' })
    await forgot('ada@example.com')
    await pass(56)
    failure = undefined
    await pass(180, 20)
    expect(arrived).toEqual([])
    expect(events().at(-1)).toBe('mail_dropped reset')
  })

  it('a warning is given up after a day, and the log says so', async () => {
    failure = new Error('away')
    await download(await member('ada@example.com'))
    await pass(26 * 60, 60)
    expect(events().filter((one) => one.startsWith('mail_dropped'))).toEqual(['mail_dropped exported'])
    failure = undefined
    await pass(2)
    expect(arrived).toEqual([])
  })

  it('an address that the mail server refuses is not tried again', async () => {
    failure = new AddressRefusedError('no such user')
    await download(await member('ada@example.com'))
    await pass(5)
    expect(tried).toHaveLength(1)
    expect(events()).toEqual(['mail_failed exported'])
  })

  it('what waits for somebody whose account is deleted never comes, and what waits for others does', async () => {
    const mailer = new BackgroundMailer(
      {
        async send(message) {
          if (failure) throw failure
          arrived.push(message)
        },
      },
      () => undefined,
      larder.clock,
    )
    failure = new Error('away')
    for (const to of ['ada@example.com', 'ben@example.com'])
      mailer.enqueue({ kind: 'changed', language: 'en', fromName: 'Tavola', to, subject: 'x', text: 'x' })
    await mailer.whenIdle()
    mailer.forget(['ada@example.com', '2125550147'])
    failure = undefined
    larder.clock.advance(5 * minuteMs)
    await mailer.retry()
    expect(arrived.map(({ to }) => to)).toEqual(['ben@example.com'])
  })

  it('what still waits at a stop is named in the log', async () => {
    failure = new Error('away')
    await download(await member('ada@example.com'))
    await larder.app.close()
    expect(events()).toEqual(['mail_failed exported', 'mail_dropped exported'])
  })
})
