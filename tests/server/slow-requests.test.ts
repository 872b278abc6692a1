import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'

const sockets: Socket[] = []
const open: TestLarder[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const larder of open.splice(0)) await larder.close()
})

/** A server with request limits, and a client for it. */
async function listen(limits: { requestMs: number; headersMs: number }) {
  const larder = await startTestLarder(databases[0]!, {
    requestLimits: { ...limits, pollEveryMs: 50, connections: 3 },
  })
  open.push(larder)
  await larder.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = larder.app.server.address() as AddressInfo
  return {
    countOpen: (): Promise<number> =>
      new Promise((resolve) => larder.app.server.getConnections((_error, count) => resolve(count))),
    /** Sends a text and then nothing more. Returns everything received until the connection ends. */
    sendAndWait(text: string): { socket: Socket; ended: Promise<string> } {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      let answered = ''
      socket.on('data', (chunk: Buffer) => (answered += chunk.toString()))
      socket.write(text)
      const ended = new Promise<string>((resolve) => {
        socket.on('error', () => resolve(answered))
        socket.on('close', () => resolve(answered))
      })
      return { socket, ended }
    },
  }
}

const hasty = { requestMs: 400, headersMs: 200 }
/** Limits that no request exceeds, however busy the machine is. */
const patient = { requestMs: 60_000, headersMs: 60_000 }

const head = `POST /api/auth/local HTTP/1.1\r\nhost: ${tavola.host}\r\ncontent-type: application/json\r\n`

it('a body that does not come is not waited for', async () => {
  const { sendAndWait } = await listen(hasty)
  expect(await sendAndWait(`${head}content-length: 100\r\n\r\n{"email":`).ended).toMatch(/^HTTP\/1\.1 408 /)
})

it('headers that do not come are not waited for', async () => {
  const { sendAndWait } = await listen(hasty)
  expect(await sendAndWait(head).ended).toMatch(/^HTTP\/1\.1 408 /)
})

it('connections above the limit are closed, and the others continue', async () => {
  const { sendAndWait, countOpen } = await listen(patient)
  const ask = `GET /api/location/${tavola.location} HTTP/1.1\r\nhost: ${tavola.host}\r\n\r\n`
  const asking = [1, 2, 3].map(() => sendAndWait(ask))
  await expect.poll(countOpen).toBe(3)
  expect(await sendAndWait(ask).ended).toBe('')
  for (const { socket } of asking) expect(socket.destroyed).toBe(false)
})

it('a server that is not told otherwise has limits, too', async () => {
  const plain = await startTestLarder(databases[0]!)
  expect(plain.app.server).toMatchObject({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    maxConnections: 10_000,
  })
  await plain.close()
})
