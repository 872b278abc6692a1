import { createECDH, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushAnswer, PushSubscriptionBody } from '#contract/schemas/push.ts'
import type { PushTransport } from '#server/ports/push/web-push.ts'
import { type Guest, type ProblemBody, ticketPath } from './larder.ts'

/** Browsers that are pushed to, and a push service that they have. */

export type Browser = {
  subscription: PushSubscriptionBody
  /** Reads a message as the browser does (RFC 8291, aes128gcm). Throws for one that is not for it. */
  read(body: Buffer): string
}

let made = 0

/** A browser with keys of its own, at an address of a push service. */
export function browser(base = 'https://push.example.com/send'): Browser {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${base}/${++made}-${randomBytes(12).toString('base64url')}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(body) {
      const [salt, idLength] = [body.subarray(0, 16), body[20]!]
      const serverKey = body.subarray(21, 21 + idLength)
      const shared = curve.computeSecret(serverKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
      const derive = (what: string, length: number): Buffer =>
        Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${what}\0`), length))
      const record = body.subarray(21 + idLength)
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // The last record ends with a 2 and what fills it up.
      return plain.subarray(0, plain.lastIndexOf(2)).toString()
    },
  }
}

export type PushService = {
  /** Where its browsers' addresses begin. */
  base: string
  received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[]
  /** What it answers with. */
  answer: { status: number }
  /** Lets a server reach it: by http, and on this machine. */
  reach: PushTransport
  close(): Promise<void>
}

/** A push service on this machine that keeps what it is given. */
export async function startPushService(): Promise<PushService> {
  const received: PushService['received'] = []
  const answer = { status: 201 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
  return {
    base,
    received,
    answer,
    reach: {
      accepts: (endpoint) => endpoint.startsWith(base),
      async post({ endpoint, headers, body }) {
        // fetch counts the body itself.
        const { 'Content-Length': _counted, ...rest } = headers
        const texts = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)])
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: texts,
          body: new Uint8Array(body),
        })
        return response.status
      },
    },
    close: () => new Promise((closed) => void server.close(() => closed())),
  }
}

export const subscribe = (guest: Guest, orderId: string, { subscription }: Browser, key?: string) =>
  guest.send<PushAnswer & ProblemBody>('PUT', ticketPath(orderId, '/push'), subscription, { key })
export const unsubscribe = (guest: Guest, orderId: string, { subscription }: Browser) =>
  guest.send<PushAnswer & ProblemBody>('POST', ticketPath(orderId, '/push/off'), {
    endpoint: subscription.endpoint,
  })
