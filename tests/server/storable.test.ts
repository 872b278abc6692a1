import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { administratorOf } from './support/placed.ts'

const all: [string, Endpoint][] = Object.entries(endpoints)

/** What no text may contain, in JSON and in a URL. */
const zero = String.raw`"a\u0000b"`
const half = String.raw`"a\ud800b"`
const deep = `{"x":${'['.repeat(60_000)}${']'.repeat(60_000)}}`

type Sent = { status: number; body: { code: string; errors: { field?: string }[] } }

describe.for(databases)('texts that cannot be stored [$name]', (engine) => {
  let larder: TestLarder
  let authorization: string
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    authorization = (await administratorOf(larder)).authorization
  })
  afterAll(() => larder.close())

  async function send(
    { method, path, anonymous }: Endpoint,
    { payload, param = 'x', query = '' }: { payload?: string; param?: string; query?: string },
  ) {
    const url = `/api${path.replace(':loc', tavola.location).replaceAll(/:\w+/g, param)}${query}`
    const response = await larder.app.inject({
      method,
      url,
      headers: {
        host: tavola.host,
        'idempotency-key': randomUUID(),
        ...(!anonymous && { authorization }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload }),
    })
    expect(larder.log.filter(({ event }) => event === 'request_failed')).toEqual([])
    return { status: response.statusCode, body: response.json<Sent['body']>() }
  }

  const withBody = all.filter(([, { body }]) => body !== undefined)
  it.each(withBody)('are refused with their field, anywhere in the body of %s', async (_name, endpoint) => {
    for (const text of [zero, half]) {
      const inField = await send(endpoint, { payload: `{"some_field":${text}}` })
      expect(inField).toMatchObject({
        status: 400,
        body: { code: 'bad_request', errors: [{ field: 'some_field' }] },
      })
      const inside = await send(endpoint, { payload: `{"rows":[{"ok":"yes"},{"note":${text}}]}` })
      expect(inside).toMatchObject({ status: 400, body: { errors: [{ field: 'rows.1.note' }] } })
      expect(await send(endpoint, { payload: `{${text}:1}` })).toMatchObject({ status: 400 })
    }
    expect(await send(endpoint, { payload: deep })).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  })

  const withParams = all.filter(([, { path }]) => /:(?!loc)\w+/.test(path))
  it.each(withParams)('are refused in the address of %s', async (_name, endpoint) => {
    expect(await send(endpoint, { param: 'a%00b' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: expect.stringMatching(/^\w+$/) as string }] },
    })
    expect((await send(endpoint, { param: 'a%ed%a0%80b' })).status).toBeLessThan(500)
  })

  it.each(all)('are refused in the query of %s', async (_name, endpoint) => {
    const { status, body } = await send(endpoint, { query: '?name=a%00b' })
    // A feature that this restaurant does not offer is refused first.
    expect([status, body.errors[0]?.field]).toEqual(
      body.code === 'not_offered' ? [403, undefined] : [400, 'name'],
    )
  })

  it('are refused as idempotency keys; texts beyond the alphabet are stored unchanged', async () => {
    const [create] = [endpoints.createTicket]
    const response = await larder.app.inject({
      method: create.method,
      url: `/api${create.path.replace(':loc', tavola.location)}`,
      headers: { host: tavola.host, 'idempotency-key': 'a\u{ff}b' },
    })
    expect(response.json()).toMatchObject({ code: 'idempotency_key_missing' })
    const smiling = await send(endpoints.sendContactMessage, {
      payload: JSON.stringify({ first_name: 'Ada 😀' }),
    })
    expect(smiling.body.errors.map(({ field }) => field)).not.toContain('first_name')
  })

  it.each(withBody)(
    '%s takes JSON, and no form of another site',
    async (_name, { method, path, anonymous }) => {
      for (const type of [
        'application/x-www-form-urlencoded',
        'text/plain',
        'multipart/form-data; boundary=x',
      ]) {
        const response = await larder.app.inject({
          method,
          url: `/api${path.replace(':loc', tavola.location).replaceAll(/:\w+/g, 'x')}`,
          headers: {
            host: tavola.host,
            'idempotency-key': randomUUID(),
            'content-type': type,
            ...(!anonymous && { authorization }),
          },
          payload: 'email=ada%40example.com',
        })
        expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([415, 'bad_request'])
      }
    },
  )
})
