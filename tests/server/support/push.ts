import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushAnswer } from '#contract/schemas/push.ts'
import type { PushTransport } from '#server/ports/push/web-push.ts'
import { type Guest, type ProblemBody, ticketPath } from './larder.ts'
import type { Browser } from './push-browser.ts'

/** A push service, and a transport with which a server can reach it. */

export type PushService = {
  /** The beginning of its browsers' addresses. */
  base: string
  received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[]
  /** The status of its answers. */
  answer: { status: number }
  /** Lets a server reach it: over http, on this machine. */
  reach: PushTransport
  close(): Promise<void>
}

/** A push service on this machine that keeps the messages it receives. */
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
        // fetch sets this header itself.
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
export const findSubscription = (guest: Guest, orderId: string, { subscription }: Browser) =>
  guest.send<PushAnswer & ProblemBody>('POST', ticketPath(orderId, '/push/find'), {
    endpoint: subscription.endpoint,
  })
