import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '#server/env.ts'
import { linkUrl } from '#server/modules/accounts/links.ts'
import { deviceOf } from '#server/modules/accounts/device.ts'
import { merchantDirectory, type Merchant } from '#server/merchants/merchant.ts'
import { readMerchant } from '#server/import/read-merchant.ts'
import { folderMail } from '#server/ports/mail/folder-mail.ts'
import { AddressRefusedError, type MailMessage } from '#server/ports/mail/mail.ts'
import { BackgroundMailer } from '#server/ports/mail/background-mailer.ts'
import { smtpMail } from '#server/ports/mail/smtp-mail.ts'
import { fixtureMerchants, testClock } from './support/larder.ts'

const email = (changes: Partial<MailMessage> = {}): MailMessage => ({
  kind: 'reset',
  language: 'en',
  fromName: 'Tavola',
  to: 'member@larder.test',
  subject: 'Choose a new password',
  text: 'Here:\n\nhttp://tavola.localhost/resetpassword?token=abc\n\nYour Tavola team',
  ...changes,
})

describe('emails as files', () => {
  it('are readable, the newest last by name, the link on a line of its own, for the operator only', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'larder-mail-')), 'data', 'outgoing')
    const clock = testClock()
    const mail = folderMail(folder, clock)
    await mail.send(email())
    await mail.send(email())
    clock.advance(5)
    await mail.send(email({ kind: 'unlock', to: '../../etc/pass wd@larder.test' }))
    const names = readdirSync(folder).toSorted()
    expect(names).toEqual([
      '2026-11-20T23-00-00-000Z-reset-member-larder.test-2.txt',
      '2026-11-20T23-00-00-000Z-reset-member-larder.test.txt',
      '2026-11-20T23-00-00-005Z-unlock-..-..-etc-pass-wd-larder.test.txt',
    ])
    const text = readFileSync(join(folder, names[1]!), 'utf8')
    expect(text.split('\n').slice(0, 4)).toEqual([
      'From: Tavola',
      'To: member@larder.test',
      'Subject: Choose a new password',
      '',
    ])
    expect(text.split('\n')).toContain('http://tavola.localhost/resetpassword?token=abc')
    expect(statSync(join(folder, names[0]!)).mode & 0o077).toBe(0)
  })
})

describe('emails through a mail server', () => {
  const servers: { close(): void }[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  /** A minimal mail server: accepts one email. Returns its address and what it received. */
  async function mailServer(toRecipient = '250 ok'): Promise<{ url: string; told: string[] }> {
    const told: string[] = []
    const talk = (socket: Socket): void => {
      let inMessage = false
      socket.write('220 test\r\n')
      socket.on('error', () => undefined)
      socket.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
          told.push(line)
          if (inMessage && line !== '.') continue
          if (line === 'DATA') socket.write('354 go on\r\n')
          else if (line === 'QUIT') socket.end('221 bye\r\n')
          else if (line.startsWith('RCPT')) socket.write(`${toRecipient}\r\n`)
          else socket.write('250 ok\r\n')
          inMessage = line === 'DATA'
        }
      })
    }
    const server = createServer(talk)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return { url: `smtp://127.0.0.1:${address.port}`, told }
  }

  it('go to one person, in the merchant’s name', async () => {
    const { url, told } = await mailServer()
    await smtpMail({ url, from: 'hello@larder.example' }).send(
      email({ fromName: 'Tavola, NYC', to: 'member@larder.test' }),
    )
    expect(told.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<member@larder.test>'])
    expect(told).toContain('From: "Tavola, NYC" <hello@larder.example>')
    expect(told).toContain('Subject: Choose a new password')
    expect(told.join('\n')).toContain('resetpassword?token')
  })

  it('report a refused address where the mail server refuses it for good', async () => {
    const errorFor = async (answer: string): Promise<unknown> => {
      const { url } = await mailServer(answer)
      return smtpMail({ url, from: 'hello@larder.example' })
        .send(email())
        .catch((error: unknown) => error)
    }
    expect(await errorFor('550 5.1.1 no such user here')).toBeInstanceOf(AddressRefusedError)
    // A full mailbox or greylisting: the server may accept it later.
    for (const answer of ['452 4.2.2 mailbox full', '450 4.7.1 come again'])
      expect(await errorFor(answer)).not.toBeInstanceOf(AddressRefusedError)
  })

  it('fail soon when the mail server accepts the connection and says nothing', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    servers.push(silent)
    const { port } = silent.address() as AddressInfo
    const times = { dnsTimeout: 50, connectionTimeout: 50, greetingTimeout: 50, socketTimeout: 50 }
    const mail = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'hello@larder.example' }, times)
    await expect(mail.send(email())).rejects.toThrow(/timeout|greeting/i)
    for (const socket of sockets) socket.destroy()
  })

  it('are waited for when the server stops', async () => {
    let arrived = 0
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    const mailer = new BackgroundMailer(
      { send: () => slow.then(() => void arrived++) },
      () => undefined,
      testClock(),
    )
    mailer.enqueue(email())
    mailer.enqueue(email())
    const idle = mailer.whenIdle()
    expect(arrived).toBe(0)
    release()
    await idle
    expect(arrived).toBe(2)
  })
})

describe('settings of mail and proxies', () => {
  it('are complete or absent, and production does not start without a mail server', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      CARD_KEY: `${'A'.repeat(43)}=`,
    }
    const live = { ENVIRONMENT: 'prod', ...keys }
    const mail = { SMTP_URL: 'smtps://user:pass@mail.example:465', MAIL_FROM: 'hello@larder.example' }
    expect(readSettings({ ...live, ...mail }).smtp).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
    expect(() => readSettings(live)).toThrow('SMTP_URL')
    expect(() => readSettings({ SMTP_URL: mail.SMTP_URL })).toThrow('must be set together')
    expect(() => readSettings({ ...mail, SMTP_URL: 'http://mail.example' })).toThrow('smtp://')
    expect(() => readSettings({ ...mail, MAIL_FROM: 'Larder' })).toThrow('MAIL_FROM')
    expect([
      readSettings({}).smtp,
      readSettings({}).trustProxy,
      readSettings({ TRUST_PROXY: '1' }).trustProxy,
    ]).toEqual([undefined, false, true])
    expect(() => readSettings({ TRUST_PROXY: 'yes' })).toThrow('TRUST_PROXY')
  })
})

describe('links in emails', () => {
  const merchant = (adminURL: string, hosts: string[]): Merchant => {
    const { document, revision } = readMerchant(join(fixtureMerchants, 'tavola'), 'tavola', [], {
      allowMissingPictures: false,
    })!
    return merchantDirectory([
      { revision, document: { ...document, host: { ...document.host, adminURL, hosts } } },
    ]).findByLabel('tavola')!
  }
  const live = { production: true, port: 8080 }

  it('lead to https and registered hosts only, in production', () => {
    const tavola = merchant('https://order.tavola.example', ['order.tavola.example', 'tavola.example'])
    expect(linkUrl(tavola, '', 'reset', 'abc', live)).toBe(
      'https://order.tavola.example/resetpassword?token=abc',
    )
    expect(linkUrl(tavola, 'http://tavola.example:81/x', 'invite', 'abc', live)).toBe(
      'https://tavola.example/signup?token=abc',
    )
    expect(linkUrl(tavola, 'http://tavola.localhost/x', 'unlock', 'abc', live)).toBe(
      'https://order.tavola.example/unlockaccount?token=abc',
    )
    expect(linkUrl(merchant('', ['tavola.example']), '', 'confirm', 'abc', live)).toBe(
      'https://tavola.example/unlockaccount?token=abc',
    )
  })

  it('have the port that the server listens on, on the machine of a person who tries it', () => {
    const tavola = merchant('http://tavola.localhost:8080', ['tavola.localhost'])
    expect(linkUrl(tavola, '', 'reset', 'abc', { production: false, port: 43121 })).toBe(
      'http://tavola.localhost:43121/resetpassword?token=abc',
    )
    expect(linkUrl(tavola, '', 'reset', 'abc', { production: false, port: undefined })).toBe(
      'http://tavola.localhost:8080/resetpassword?token=abc',
    )
  })
})

describe('devices', () => {
  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
      'Firefox on Mac',
    ],
    ['curl/8.5', 'Unknown device'],
    [undefined, 'Unknown device'],
  ])('%s is %s', (agent, name) => {
    expect(deviceOf(agent)).toBe(name)
  })
})
