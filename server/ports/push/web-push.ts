import { createECDH } from 'node:crypto'
import { Agent, request } from 'node:https'
import webPush from 'web-push'
import { isPushEndpoint, publicLookup } from './public-host.ts'
import type { Push, PushMessage, PushSubscription } from './push.ts'
import type { VapidKeys } from './vapid.ts'

type WebPushSettings = {
  keys: VapidKeys
  /** Whom a push service can turn to about this server: `mailto:…` or `https://…`. */
  subject: string
}

/** A request as it goes out. Gives the status that it was answered with. */
export type PushRequest = {
  endpoint: string
  headers: Record<string, string | number>
  body: Buffer
}
export type PushTransport = {
  accepts(endpoint: string): boolean
  post(request: PushRequest): Promise<number>
}

const timeoutMs = 10_000

/** Web push (RFC 8030, 8291, 8292). Where messages may go is `transport`: public hosts by https, unless a test says otherwise. */
export function webPushAdapter(
  { keys, subject }: WebPushSettings,
  transport: PushTransport = publicTransport(),
): Push {
  const vapidDetails = { subject, publicKey: keys.publicKey, privateKey: keys.privateKey }
  const accepts = (one: PushSubscription): boolean => transport.accepts(one.endpoint) && hasKeys(one)
  return {
    publicKey: keys.publicKey,
    accepts,
    async send({ to, payload, ttlSeconds, topic }: PushMessage) {
      // Rules may have changed since it was taken.
      if (!accepts(to)) return 'gone'
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
        payload,
        { vapidDetails, TTL: ttlSeconds, topic, urgency: 'high', contentEncoding: 'aes128gcm' },
      )
      const status = await transport.post({
        endpoint,
        headers: headers as PushRequest['headers'],
        body: body as Buffer,
      })
      if (status === 404 || status === 410) return 'gone'
      if (status < 200 || status > 299) throw new PushRefusedError(status)
      return 'sent'
    },
  }
}

/** A push service refused a message. The message names no address: one is as good as a key. */
class PushRefusedError extends Error {
  constructor(status: number) {
    super(`the push service answered ${status}`)
    this.name = 'PushRefusedError'
  }
}

/** Whether the keys can be encrypted for: a point of the curve, and sixteen bytes. */
function hasKeys({ p256dh, auth }: PushSubscription): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    curve.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false // No point of the curve.
  }
}

/** Public hosts by https: the name is looked up as the connection opens, and leads to public addresses or nowhere. */
export function publicTransport(): PushTransport {
  const agent = new Agent({ lookup: publicLookup(), keepAlive: false })
  return {
    accepts: isPushEndpoint,
    post: ({ endpoint, headers, body }) =>
      new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs)
        const call = request(endpoint, { method: 'POST', agent, headers, signal }, (response) => {
          // Its status is all that counts; what else it says may be endless. A redirect is followed by nobody.
          response.destroy()
          resolve(response.statusCode ?? 0)
        })
        call.on('error', reject)
        call.end(body)
      }),
  }
}
