import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'

let larder: TestLarder
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  larder = await startTestLarder(databases[0]!, {
    requestLimits: { requestMs: 400, headersMs: 200, lookEveryMs: 50, connections: 3 },
  })
  await larder.app.listen({ host: '127.0.0.1', port: 0 })
  port = (larder.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => larder.close())

const countOpen = (): Promise<number> =>
  new Promise((resolve) => larder.app.server.getConnections((_error, count) => resolve(count)))

/** A client that sends something and then nothing more. Gives what it was answered until the connection ended. */
function sendAndWait(text: string): { socket: Socket; ended: Promise<string> } {
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
}

const head = `POST /api/auth/local HTTP/1.1\r\nhost: ${tavola.host}\r\ncontent-type: application/json\r\n`

it('a body that does not come is not waited for', async () => {
  expect(await sendAndWait(`${head}content-length: 100\r\n\r\n{"email":`).ended).toMatch(/^HTTP\/1\.1 408 /)
})

it('headers that do not come are not waited for', async () => {
  expect(await sendAndWait(head).ended).toMatch(/^HTTP\/1\.1 408 /)
})

it('more connections than there may be are closed, and those there are go on', async () => {
  const ask = `GET /api/location/${tavola.location} HTTP/1.1\r\nhost: ${tavola.host}\r\n\r\n`
  await expect.poll(countOpen).toBe(0)
  const open = [1, 2, 3].map(() => sendAndWait(ask))
  await expect.poll(countOpen).toBe(3)
  expect(await sendAndWait(ask).ended).toBe('')
  for (const { socket } of open) expect(socket.destroyed).toBe(false)
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
