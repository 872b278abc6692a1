import { createECDH } from 'node:crypto'
import { Agent, request } from 'node:https'
import webPush from 'web-push'
import { isPushEndpoint, publicLookup } from './public-host.ts'
import type { Push, PushMessage, PushSubscription } from './push.ts'
import type { VapidKeys } from './vapid.ts'

type WebPushSettings = {
  keys: VapidKeys
  /** The contact for push services about this server: `mailto:…` or `https://…`. */
  subject: string
}

/** Sends a request. Returns the status of its answer. */
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

/** Web push (RFC 8030, 8291, 8292). `transport` limits where messages may go: public hosts by https, except in tests. */
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
      // The rules may have changed since it was accepted.
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

/** A push service refused a message. The error does not name the endpoint, which is as good as a key. */
class PushRefusedError extends Error {
  constructor(status: number) {
    super(`the push service answered ${status}`)
    this.name = 'PushRefusedError'
  }
}

/** Whether the keys can be used for encryption: a point on the curve, and sixteen bytes. */
function hasKeys({ p256dh, auth }: PushSubscription): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    curve.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false // No point on the curve.
  }
}

/** Public hosts by https: the name is resolved when the connection opens, and only to public addresses. */
export function publicTransport(): PushTransport {
  const agent = new Agent({ lookup: publicLookup(), keepAlive: false })
  return {
    accepts: isPushEndpoint,
    post: ({ endpoint, headers, body }) =>
      new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs)
        const call = request(endpoint, { method: 'POST', agent, headers, signal }, (response) => {
          // Only its status counts, and its body may be endless. Redirects are not followed.
          response.destroy()
          resolve(response.statusCode ?? 0)
        })
        call.on('error', reject)
        call.end(body)
      }),
  }
}
