import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

/** A request to the API that is checked. */
type Asked = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  timeoutMs: number
}

/** A complete answer as it arrived; header names are lower case. */
type RawAnswer = { status: number; headers: Readonly<Record<string, string>>; text: string }

/** Sends a request to the API. Rejects with NoAnswer if no answer came in time, or none at all. */
export type Wire = (asked: Asked) => Promise<RawAnswer>

export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** Sends over the network. `*.localhost` is this machine, even if its resolver does not know that. */
export const networkWire: Wire = ({ method, url, headers, body, timeoutMs }) =>
  new Promise((resolve, reject) => {
    const target = new URL(url)
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest
    const sent = send(
      target,
      {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(target.hostname.endsWith('.localhost') && { lookup: thisMachine }),
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.once('error', (cause) => reject(new NoAnswer(`half an answer: ${cause.message}`, { cause })))
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
            ),
            text: Buffer.concat(parts).toString('utf8'),
          }),
        )
      },
    )
    sent.once('error', (cause) =>
      reject(
        new NoAnswer(cause.name === 'AbortError' ? `no answer within ${timeoutMs} ms` : cause.message, {
          cause,
        }),
      ),
    )
    sent.end(body)
  })

const thisMachine: LookupFunction = (_host, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
