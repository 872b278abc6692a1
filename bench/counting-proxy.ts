import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

type CountingProxy = {
  port: number
  /** Forwards calls to this port from now on. */
  forwardTo(port: number): void
  /** Bytes received since the previous call of this method, by path: headers and bodies as sent on the wire. */
  take(): Map<string, number>
  /** When the last of them arrived (ms of performance.now). */
  lastMs(): number
  close(): void
}

/** Starts a proxy that counts what a server sends, to page or worker. It keeps its port while the server behind it is replaced. */
export async function startCountingProxy(): Promise<CountingProxy> {
  let target = 0
  let last = performance.now()
  let bytes = new Map<string, number>()
  const add = (path: string, count: number) => {
    last = performance.now()
    bytes.set(path, (bytes.get(path) ?? 0) + count)
  }
  const proxy = createServer((call, answer) => {
    const path = call.url!.split('?')[0]!
    const { method, headers } = call
    const onward = request({ host: '127.0.0.1', port: target, method, path: call.url, headers }, (came) => {
      add(path, came.rawHeaders.join('').length + 2 * came.rawHeaders.length)
      answer.writeHead(came.statusCode!, came.rawHeaders)
      came.on('data', (chunk: Buffer) => add(path, chunk.length))
      came.pipe(answer)
    })
    // While the server is being replaced, callers see an unreachable server.
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    call.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    forwardTo: (port) => void (target = port),
    lastMs: () => last,
    take() {
      const taken = bytes
      bytes = new Map()
      return taken
    },
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
