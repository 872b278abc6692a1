import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../e2e/fixtures/fault-proxy.ts'

/** A server that counts the calls it has handled, and a client that never retries. */
let server: Server
let done: string[]
let proxy: FaultProxy

beforeEach(async () => {
  done = []
  server = createServer(async (call, answer) => {
    const body = await text(call)
    done.push(`${call.method} ${call.url} ${call.headers.host} ${body}`)
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ did: done.length, filler: 'x'.repeat(2000) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await startFaultProxy(() => (server.address() as AddressInfo).port)
})
afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  server.close()
})

type Got = { status: number; body: string; type: string | undefined; whole: boolean }

function call(
  path: string,
  { method = 'GET', body = '', key }: { method?: string; body?: string; key?: string } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: 'bella.localhost:8080',
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-length': Buffer.byteLength(body) }),
    }
    const sent = request({ host: '127.0.0.1', port: proxy.port, path, method, headers }, (answer) => {
      let got = ''
      answer.on('data', (chunk) => (got += chunk))
      answer.once('close', () =>
        resolve({
          status: answer.statusCode!,
          body: got,
          type: answer.headers['content-type'],
          whole: answer.complete,
        }),
      )
      answer.once('error', () => undefined)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

test('without a rule everything passes, with the original host', async () => {
  const got = await call('/a?b=1', { method: 'POST', body: '{"c":1}', key: 'k1' })
  expect(got).toMatchObject({ status: 200, type: 'application/json', whole: true })
  expect(done).toEqual(['POST /a?b=1 bella.localhost:8080 {"c":1}'])
  expect(proxy.calls).toEqual([
    {
      method: 'POST',
      path: '/a?b=1',
      host: 'bella.localhost:8080',
      idempotencyKey: 'k1',
      body: '{"c":1}',
      status: 200,
    },
  ])
})

test('a connection serves several calls until a rule is armed; from then on each call has one of its own', async () => {
  const agent = new Agent({ keepAlive: true })
  const isReused = (path: string) =>
    new Promise<boolean>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: proxy.port, path, agent }, (answer) =>
        answer.resume().once('close', () => resolve(sent.reusedSocket)),
      )
      sent.once('error', reject)
      sent.end()
    })
  expect([await isReused('/a'), await isReused('/b')]).toEqual([false, true])
  const rule = proxy.arm({ path: /^\/z/ }, { kind: 'before' })
  // The client learns that its connection is closed.
  await expect.poll(() => Object.keys(agent.freeSockets)).toEqual([])
  expect([await isReused('/c'), await isReused('/d')]).toEqual([false, false])
  rule.disarm()
  expect([await isReused('/e'), await isReused('/f')]).toEqual([false, true])
  agent.destroy()
})

test('before: the caller is cut off, and the server never gets the call', async () => {
  proxy.arm({ path: /^\/a/ }, { kind: 'before' })
  await expect(call('/a')).rejects.toThrow(/ECONNRESET|socket hang up/)
  expect(done).toEqual([])
  expect(proxy.calls).toMatchObject([{ path: '/a', fault: 'before' }])
})

test('after-commit: the server has done it, and the caller gets no byte', async () => {
  proxy.arm({ path: /^\/a/ }, { kind: 'after-commit' })
  await expect(call('/a', { method: 'POST', body: '1' })).rejects.toThrow(/ECONNRESET|socket hang up/)
  expect(done).toHaveLength(1)
  expect(proxy.calls).toMatchObject([{ fault: 'after-commit', status: 200 }])
})

test('mid-body: headers and half of the body arrive', async () => {
  proxy.arm({ path: /^\/a/ }, { kind: 'mid-body' })
  const got = await call('/a')
  expect(got).toMatchObject({ status: 200, whole: false })
  expect(got.body.length).toBeGreaterThan(500)
  expect(got.body.length).toBeLessThan(1500)
})

test('truncated: half of the body arrives, and the caller takes it for all of it', async () => {
  proxy.arm({ path: /^\/a/ }, { kind: 'truncated' })
  const got = await call('/a')
  expect(got).toMatchObject({ status: 200, type: 'application/json', whole: true })
  expect(got.body.length).toBeGreaterThan(500)
  expect(got.body.length).toBeLessThan(1500)
})

describe('delay', () => {
  test('holds the call until the rule is released', async () => {
    const rule = proxy.arm({ path: /^\/a/ }, { kind: 'delay' })
    const waiting = call('/a')
    await rule.met
    await call('/b')
    expect(done).toEqual(['GET /b bella.localhost:8080 '])
    rule.release()
    expect(await waiting).toMatchObject({ status: 200 })
  })

  test('holds the answer of a server that has done the work', async () => {
    const rule = proxy.arm({ path: /^\/a/ }, { kind: 'delay', what: 'answer' })
    const waiting = call('/a')
    await expect.poll(() => done).toHaveLength(1)
    rule.release()
    expect(await waiting).toMatchObject({ status: 200, whole: true })
  })

  test('ends by itself after its time', async () => {
    proxy.arm({ path: /^\/a/ }, { kind: 'delay', ms: 5 })
    expect(await call('/a')).toMatchObject({ status: 200 })
  })
})

test('status: something other than the server answers', async () => {
  proxy.arm(
    { path: /^\/a/ },
    { kind: 'status', status: 503, body: '{"code":"internal"}', headers: { 'retry-after': '1' } },
  )
  expect(await call('/a')).toMatchObject({ status: 503, body: '{"code":"internal"}' })
  expect(done).toEqual([])
})

test('html: a captive portal answers with 200', async () => {
  proxy.arm({ path: /^\/a/ }, { kind: 'html' })
  expect(await call('/a')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  expect(done).toEqual([])
})

test('broken-json: the server has done it, and its answer cannot be parsed', async () => {
  proxy.arm({ path: /^\/a/ }, { kind: 'broken-json' })
  const got = await call('/a')
  expect(got).toMatchObject({ status: 200, type: 'application/json', whole: true })
  expect(() => JSON.parse(got.body)).toThrow(SyntaxError)
  expect(done).toHaveLength(1)
})

describe('a rule', () => {
  test('applies to as many calls as it was armed for, by method and path', async () => {
    const rule = proxy.arm({ method: 'POST', path: /^\/a/, count: 2 }, { kind: 'status', status: 500 })
    const statuses = []
    for (const [path, method] of [
      ['/a', 'POST'],
      ['/a', 'GET'],
      ['/b', 'POST'],
      ['/a', 'POST'],
      ['/a', 'POST'],
    ] as const) {
      statuses.push((await call(path, { method })).status)
    }
    expect(statuses).toEqual([500, 200, 200, 500, 200])
    expect(rule.hits).toBe(2)
  })

  test('no longer applies when it is disarmed', async () => {
    proxy.arm({ path: /^\/a/ }, { kind: 'before' }).disarm()
    expect(await call('/a')).toMatchObject({ status: 200 })
  })
})

test('a stopped proxy answers nothing; started again, it has the same port', async () => {
  const { port } = proxy
  await proxy.stop()
  expect(proxy.stopped).toBe(true)
  await expect(call('/a')).rejects.toThrow(/ECONNREFUSED/)
  await proxy.start()
  expect(proxy.port).toBe(port)
  expect(await call('/a')).toMatchObject({ status: 200 })
})

test('a stop cuts the calls in progress', async () => {
  const rule = proxy.arm({ path: /^\/a/ }, { kind: 'delay' })
  const waiting = call('/a').catch(String)
  await rule.met
  await proxy.stop()
  expect(await waiting).toMatch(/ECONNRESET|socket hang up/)
  rule.release()
})

test('a server that is down behind the proxy looks like a cut connection', async () => {
  server.closeAllConnections()
  const closed = once(server, 'close')
  const { port } = server.address() as AddressInfo
  server.close()
  await closed
  const alone = await startFaultProxy(() => port)
  const sent = request({ host: '127.0.0.1', port: alone.port, path: '/a' }, (answer) => void buffer(answer))
  const failed = once(sent, 'error')
  sent.end()
  expect(String((await failed)[0])).toMatch(/ECONNRESET|socket hang up/)
  await alone.close()
})
