import { describe, expect, it } from 'vitest'
import { readSettings } from '#server/env.ts'
import { makePush } from '#server/make-ports.ts'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import { isPublicAddress, isPushEndpoint, publicLookup } from '#server/ports/push/public-host.ts'
import { systemIds } from '#server/ports/system.ts'
import { makeVapidKeys } from '#server/ports/push/vapid.ts'
import { publicTransport, webPushAdapter } from '#server/ports/push/web-push.ts'
import { databases } from './support/databases.ts'
import { testClock } from './support/larder.ts'
import { browser } from './support/push-browser.ts'

/** Which endpoints are allowed: the subscriber chooses the address, which must not lead to hosts that only this server can reach. */
describe('a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:APA91b',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGk1',
    'https://db5p.notify.windows.com/w/?token=BQYA%3d',
  ])('is %s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true))

  it.each([
    'http://push.example.com/send/1',
    'https://localhost/send/1',
    'https://tavola.localhost/send/1',
    'https://127.0.0.1/send/1',
    'https://2130706433/send/1',
    'https://0x7f.1/send/1',
    'https://[::1]/send/1',
    'https://[::ffff:10.0.0.1]/send/1',
    'https://192.168.0.1/send/1',
    'https://metadata.google.internal/computeMetadata',
    'https://printer/send/1',
    'https://printer.local/send/1',
    'https://push.example.com:6379/send/1',
    'https://me:secret@push.example.com/send/1',
    'https://push.example.com./send/1',
    'file:///etc/passwd',
    'push.example.com',
    '',
  ])('is not %s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false))

  it.each(['8.8.8.8', '172.32.0.1', '2a00:1450:4001:81b::200a'])('may be at %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
  ])('may not be at %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it('is not reached by a name that leads to a private address, also beside public ones (X20)', async () => {
    const looked = (...addresses: string[]): Promise<string> =>
      new Promise((done) => {
        const resolve = publicLookup((_name, _options, callback) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          ),
        )
        resolve('push.example.com', {}, (error, address) => done(error?.message ?? String(address)))
      })
    expect(await looked('8.8.8.8')).toBe('8.8.8.8')
    expect(await looked('127.0.0.1')).toBe('the push service is not on a public host')
    expect(await looked('8.8.8.8', '::1')).toBe('the push service is not on a public host')
    expect(await looked()).toBe('the push service is not on a public host')
  })

  it('is looked up as the connection opens: what leads back to this machine is not called (X20)', async () => {
    const call = publicTransport().post({
      endpoint: 'https://localhost:1/',
      headers: {},
      body: Buffer.from(''),
    })
    await expect(call).rejects.toThrow('the push service is not on a public host')
  })

  it('is looked at again when a message goes: an address that may not be any more is gone', async () => {
    const push = webPushAdapter({ keys: makeVapidKeys(), subject: 'mailto:hello@larder.example' })
    const { endpoint, keys } = browser('https://127.0.0.1/send').subscription
    const message = {
      to: { endpoint, p256dh: keys.p256dh, auth: keys.auth },
      payload: '{}',
      ttlSeconds: 60,
      topic: 'a',
    }
    expect(await push.send(message)).toBe('gone')
  })
})

describe.for(databases)('the keys that push services know a server by [$name]', (engine) => {
  it('are made once and kept, the same for every process on the database', async () => {
    const database = await engine.open()
    const context = { database, directory: merchantDirectory([]), clock: testClock(), ids: systemIds }
    const { push } = readSettings({})
    const [one, other] = await Promise.all([makePush(push, context), makePush(push, context)])
    expect(other.publicKey).toBe(one.publicKey)
    expect(one.publicKey).toMatch(/^B[\w-]{86}$/)
    const given = makeVapidKeys()
    const settings = readSettings({
      VAPID_PUBLIC_KEY: given.publicKey,
      VAPID_PRIVATE_KEY: given.privateKey,
      VAPID_SUBJECT: 'https://larder.example',
    }).push
    expect(settings).toEqual({ keys: given, subject: 'https://larder.example' })
    expect((await makePush(settings, context)).publicKey).toBe(given.publicKey)
    await database.close()
  })
})

describe('settings of push', () => {
  it('refuse half a pair, two halves of different ones, and a subject that is no address', () => {
    const [one, other] = [makeVapidKeys(), makeVapidKeys()]
    expect(() => readSettings({ VAPID_PUBLIC_KEY: one.publicKey })).toThrow('must be set together')
    expect(() =>
      readSettings({ VAPID_PUBLIC_KEY: one.publicKey, VAPID_PRIVATE_KEY: other.privateKey }),
    ).toThrow('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair')
    expect(() => readSettings({ VAPID_SUBJECT: 'hello@larder.example' })).toThrow('VAPID_SUBJECT must begin')
    expect(
      readSettings({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hi@larder.example' }).push.subject,
    ).toBe('mailto:hi@larder.example')
  })
})
