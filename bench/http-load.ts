import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }
export type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: object }

/**
 * One keep-alive connection with one call at a time, doing only what reading an answer needs: Node's own client would be the bottleneck. Answers must have a
 * content length; the server's do.
 */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #held: Buffer = Buffer.alloc(0)
  #wake: (() => void) | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
      this.#wake?.()
    })
  }

  static async open(port: number, host: string): Promise<Connection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Connection(socket, host)
  }

  async ask({ method = 'GET', path, headers = {}, body }: Ask): Promise<Answer> {
    const isForm = body instanceof URLSearchParams
    const text = body === undefined ? '' : isForm ? body.toString() : JSON.stringify(body)
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const all = {
      host: this.#host,
      ...(text && { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) }),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
    return this.#read()
  }

  close(): void {
    this.#socket.destroy()
  }

  async #read(): Promise<Answer> {
    let end = this.#held.indexOf('\r\n\r\n')
    while (end < 0) {
      await this.#more()
      end = this.#held.indexOf('\r\n\r\n')
    }
    const { status, headers } = parseHead(this.#held.toString('latin1', 0, end))
    const from = end + 4
    const until = from + (status === 204 || status === 304 ? 0 : Number(headers['content-length']))
    if (Number.isNaN(until))
      throw new Error(`an answer without a length: ${status} ${JSON.stringify(headers)}`)
    while (this.#held.length < until) await this.#more()
    const body = this.#held.subarray(from, until)
    this.#held = this.#held.subarray(until)
    return { status, headers, body }
  }

  #more(): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error('the server closed the connection'))
      this.#socket.once('close', gone)
      this.#wake = () => {
        this.#socket.off('close', gone)
        resolve()
      }
    })
  }
}

function parseHead(text: string): { status: number; headers: Record<string, string> } {
  const [first = '', ...lines] = text.split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { status: Number(first.split(' ')[1]), headers }
}

/** Calls a second, and the 99th percentile of their duration (ms). */
export type Load = { perSecond: number; p99: number }

/** Runs work over several connections at once: `work` does one piece on a connection, and returns false when there is none left. */
export async function measureLoad(
  connections: Connection[],
  work: (connection: Connection) => Promise<boolean>,
): Promise<Load> {
  const times: number[] = []
  const started = performance.now()
  const lane = async (connection: Connection) => {
    for (;;) {
      const from = performance.now()
      if (!(await work(connection))) return
      times.push(performance.now() - from)
    }
  }
  await Promise.all(connections.map(lane))
  const perSecond = times.length / ((performance.now() - started) / 1000)
  const sorted = Float64Array.from(times).sort()
  return { perSecond, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN }
}

export const openConnections = (count: number, port: number, host: string): Promise<Connection[]> =>
  Promise.all(Array.from({ length: count }, () => Connection.open(port, host)))
