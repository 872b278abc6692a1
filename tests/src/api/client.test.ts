import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { createApi } from '#lib/api/client.ts'
import { fetchNet, type NetAnswer, type NetRequest } from '#lib/api/net.ts'
import { readAnswer } from '#lib/api/read-answer.ts'
import { AppError, isUnknownOutcome } from '#lib/errors/app-error.ts'
import { startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { margherita } from '../../server/support/orders.ts'
import { Device, nextUuid } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { line, snapshotOf } from '../support/snapshots.ts'

const problem = (code: string, extra: object = {}) => ({
  errors: [{ message: 'first', field: 'a' }],
  message: 'whole',
  code,
  ...extra,
})
const answerOf = (status: number, body: unknown, headers: Record<string, string> = {}): NetAnswer => ({
  status,
  header: (name) => ({ 'content-type': 'application/json; charset=utf-8', ...headers })[name] ?? null,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
function failureOf(run: () => unknown): AppError {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('it was to fail, and did not')
}
const readTicket = (answer: NetAnswer) => readAnswer(endpoints.getTicket, answer)

describe('an answer', () => {
  it.each([{ errors: [] }, { errors: {} }])('is accepted with %j, which is no error', (none) => {
    expect(readTicket(answerOf(200, { ticket_order: snapshotOf(), ...none }))).toEqual({
      ticket_order: snapshotOf(),
    })
  })

  it('is accepted with unknown fields, and without them @AO-05', () => {
    const ticket_order = { ...snapshotOf(), loyalty: { level: 9 } }
    expect(readTicket(answerOf(200, { ticket_order, next: 1 }))).toEqual({ ticket_order: snapshotOf() })
  })

  it.each([
    ['ticket_order', {}],
    ['ticket_order.items', { ticket_order: { ...snapshotOf(), items: 'none' } }],
    ['ticket_order.items.0.price', { ticket_order: snapshotOf({ items: [line({ price: 16.5 })] }) }],
    [
      'ticket_order.totals.due',
      { ticket_order: { ...snapshotOf(), totals: { ...snapshotOf().totals, due: 1742 } } },
    ],
    ['', null],
  ])('of a wrong shape is garbled and says where: %s', (path, body) => {
    const error = failureOf(() => readTicket(answerOf(200, body, { 'x-request-id': 'r-1' })))
    expect(error).toMatchObject({ kind: 'garbled', details: { status: 200, path, requestId: 'r-1' } })
    expect(isUnknownOutcome(error)).toBe(true)
  })

  it.each([
    ['a page', answerOf(200, '<!doctype html>', { 'content-type': 'text/html' })],
    [
      'a page with good JSON in it',
      answerOf(200, { ticket_order: snapshotOf() }, { 'content-type': 'text/html' }),
    ],
    ['broken JSON', answerOf(200, '{"ticket_order":')],
    ['nothing', answerOf(200, '')],
    ['204', answerOf(204, '', { 'content-type': '' })],
    ['304 to a request without an ETag', answerOf(304, '', { 'content-type': '' })],
    ['200 with an empty list of errors', answerOf(200, { errors: [] })],
    ['200 with an empty object of errors', answerOf(200, { errors: {} })],
    ['200 with code and message alone', answerOf(200, { code: 'done', message: 'Done.' })],
    ['a 403 with a message alone', answerOf(403, { message: 'Forbidden' })],
    ['a redirect', answerOf(302, '', { 'content-type': 'text/html' })],
    ['a foreign 404', answerOf(404, '<h1>', { 'content-type': 'text/html' })],
    ['a 404 in a foreign shape', answerOf(404, { error: 'nope' })],
  ])('that is %s is garbled (N6, N14)', (_name, answer) => {
    expect(failureOf(() => readTicket(answer)).kind).toBe('garbled')
  })

  it.each([
    [400, 'bad_request', 'refused'],
    [401, 'anything', 'unauthorized'],
    [403, 'unauthorized', 'unauthorized'],
    [402, 'payment_declined', 'refused'],
    [404, 'not_found', 'refused'],
    [408, 'whatever', 'busy'],
    [409, 'sold_out', 'refused'],
    [409, 'idempotency_in_progress', 'busy'],
    [422, 'idempotency_mismatch', 'refused'],
    [425, 'whatever', 'busy'],
    [429, 'rate_limited', 'busy'],
    [500, 'internal', 'failed'],
    [502, 'whatever', 'failed'],
    [503, 'payment_unavailable', 'busy'],
    [418, 'a code of next year', 'refused'],
  ] as const)('%s %s is %s, and keeps the server’s words @ER-02', (status, code, kind) => {
    const error = failureOf(() => readTicket(answerOf(status, problem(code), { 'x-request-id': 'r-2' })))
    expect(error).toMatchObject({
      kind,
      code,
      message: 'whole',
      details: { status, requestId: 'r-2', problem: problem(code) },
    })
  })

  it.each([
    ['200 with errors (N15)', 200, { errors: [{ message: 'no' }], has_error: true }, ['no'], 'no'],
    ['201 with a list of texts', 201, { errors: ['one', 'two'], message: 'both' }, ['one', 'two'], 'both'],
    ['200 with errors that are no list', 200, { errors: true, message: 'whole' }, [], 'whole'],
    ['422 with a list alone', 422, { errors: [{ message: 'no', field: null }] }, ['no'], 'no'],
    ['400 with empty errors', 400, { errors: [{}, 7, ''] }, [], 'This could not be done.'],
    ['200 with errors and a code', 200, { ...problem('sold_out') }, ['first'], 'whole', 'sold_out'],
    ['200 that has_error', 200, { has_error: true, error: { message: 'no' } }, ['no'], 'no'],
    [
      '200 that has_error without a message',
      200,
      { has_error: true, card: null },
      [],
      'This could not be done.',
    ],
    ['200 with an error alone', 200, { card: { id: 'c' }, error: { message: 'no' } }, ['no'], 'no'],
    ['200 that has_error beside no errors', 200, { has_error: true, errors: [], error: 'no' }, ['no'], 'no'],
    [
      '200 that has_error and nothing else',
      200,
      { has_error: true, errors: {} },
      [],
      'This could not be done.',
    ],
    ['200 with an error beside no errors', 200, { errors: [], error: { message: 'no' } }, ['no'], 'no'],
    ['422 that has_error beside no errors', 422, { has_error: true, errors: [], error: 'no' }, ['no'], 'no'],
    ['404 with code and message', 404, { code: 'not_found', message: 'gone' }, [], 'gone', 'not_found'],
    ['422 with an empty list', 422, { ...problem('locked'), errors: [] }, [], 'whole', 'locked'],
  ])(
    'that is %s is a refusal, whatever its shape @ER-05 @ER-07 @ER-08 @ST-36',
    (_name, status, body, lines, message, code = 'bad_request') => {
      const error = failureOf(() => readTicket(answerOf(status, body)))
      expect(error).toMatchObject({ kind: 'refused', code, message, details: { status } })
      expect(error.details.problem!.errors.map((one) => one.message)).toEqual(lines)
      expect(isUnknownOutcome(error)).toBe(false)
    },
  )

  it('of a 4xx with `error` alone is from something in between, not from the restaurant (N12)', () => {
    expect(failureOf(() => readTicket(answerOf(403, { error: { message: 'blocked' } }))).kind).toBe('garbled')
  })

  it('of 500 and 503 in HTML is told apart from a refusal (N13)', () => {
    const page = { 'content-type': 'text/html' }
    expect(failureOf(() => readTicket(answerOf(500, '<h1>', page))).kind).toBe('failed')
    expect(failureOf(() => readTicket(answerOf(503, '<h1>', page))).kind).toBe('busy')
  })

  it.each([
    [{ 'retry-after': '12' }, 12_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Fri, 20 Nov 2026 23:01:00 GMT', date: 'Fri, 20 Nov 2026 23:00:00 GMT' }, 60_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 22:59:00 GMT', date: 'Fri, 20 Nov 2026 23:00:00 GMT' }, undefined],
    [{ 'retry-after': 'Fri, 20 Nov 2026 23:01:00 GMT' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-3' }, undefined],
    [{}, undefined],
  ])('with %j asks to wait %s ms (N10)', (headers, waitMs) => {
    expect(
      failureOf(() => readTicket(answerOf(429, problem('rate_limited'), headers))).details.retryAfterMs,
    ).toBe(waitMs)
  })

  it('keeps the client secret of a bank that asks', () => {
    const error = failureOf(() =>
      readTicket(answerOf(402, problem('authentication_required', { client_secret: 'pi_1_secret_2' }))),
    )
    expect(error.details.problem?.client_secret).toBe('pi_1_secret_2')
  })
})

describe('a call', () => {
  let larder: TestLarder
  let device: Device
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(() => {
    device = new Device(larder)
  })

  it('gives the value and its ETag, and 304 to who has it already', async () => {
    const first = await device.api.call(endpoints.getMenuBook, { query: { mode: 'order' } })
    if (first.notModified || first.etag === null) throw new Error('expected a book with an ETag')
    expect(first.value.menus[0]).toMatchObject({ external_id: 'dinner' })
    expect(
      await device.api.call(endpoints.getMenuBook, { query: { mode: 'order' }, etag: first.etag }),
    ).toEqual({ notModified: true })
    expect(device.net.calls[1]!.headers['if-none-match']).toBe(first.etag)
  })

  it.each([
    endpoints.createTicket,
    endpoints.addItems,
    endpoints.setTip,
    endpoints.payTicket,
    endpoints.submitTicket,
    endpoints.removeItem,
  ])('that changes something is not sent without a key: $method $path', async (endpoint) => {
    await expect(device.api.send(endpoint as typeof endpoints.createTicket, {})).rejects.toThrow(
      'needs a key',
    )
    expect(device.net.calls).toEqual([])
  })

  it('is not sent without a parameter of its path, and escapes the ones it has', async () => {
    await expect(device.api.send(endpoints.getTicket, {})).rejects.toThrow('lacks its parameter id')
    await expect(device.api.send(endpoints.getTicket, { params: { id: '../../x?y' } })).rejects.toMatchObject(
      {
        kind: 'refused',
      },
    )
    expect(device.net.calls.map((call) => call.path)).toEqual([
      '/api/location/tavola-nyc/ticketorder/..%2F..%2Fx%3Fy',
    ])
  })

  it('gets its token only when it is sent, and has a body only if it needs one', async () => {
    const session: { token?: string } = {}
    const other = new Device(larder, { auth: { token: () => session.token, renew: async () => undefined } })
    await other.api.send(endpoints.getLocation)
    session.token = 'later'
    // Answered here, because this test is not about whether the token is valid.
    other.net.otherwise = () => ({ status: 200, body: { ticket_order: snapshotOf() } })
    const { ticket_order } = await other.api.send(endpoints.createTicket, {
      query: { time: undefined },
      key: nextUuid(),
    })
    const key = nextUuid()
    await other.api.send(endpoints.addItems, {
      params: { id: ticket_order.id },
      body: { items: [margherita()] },
      key,
    })
    const [read, create, add] = other.net.calls
    expect(read!.headers).toEqual({ accept: 'application/json' })
    expect(create).toMatchObject({
      path: '/api/location/tavola-nyc/ticketorder/create',
      headers: { authorization: 'Bearer later' },
    })
    expect(add!.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': key,
      authorization: 'Bearer later',
    })
  })

  it('that was cut has kind offline, one that took too long timeout', async () => {
    device.net.faults = ['cut-before']
    await expect(device.api.send(endpoints.getLocation)).rejects.toMatchObject({ kind: 'offline' })
    const deaf = fetchNet(
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    )
    const api = createApi({ net: deaf, base: '/api', locationId: tavola.location })
    await expect(api.send({ ...endpoints.getLocation, timeoutMs: 1 })).rejects.toMatchObject({
      kind: 'timeout',
      message: 'no answer within 1 ms',
    })
  })

  it('that fails is logged by its row in the contract, without ids @ER-01', async () => {
    const failures: unknown[] = []
    const api = createApi({
      net: device.net,
      base: '/api',
      locationId: tavola.location,
      onFailure: (failure) => failures.push(failure),
    })
    await api.send(endpoints.getLocation)
    expect(failures).toEqual([])
    await expect(api.send(endpoints.getTicket, { params: { id: 'nobody-has-it' } })).rejects.toMatchObject({
      kind: 'refused',
    })
    device.net.faults = ['cut-before']
    await expect(api.send(endpoints.getLocation)).rejects.toMatchObject({ kind: 'offline' })
    expect(failures).toEqual([
      {
        what: 'GET /location/:loc/ticketorder/:id',
        kind: 'refused',
        status: 404,
        code: 'not_found',
        message: expect.any(String) as string,
        requestId: expect.any(String) as string,
      },
      expect.objectContaining({ what: 'GET /location/:loc', kind: 'offline' }),
    ])
    expect(JSON.stringify(failures)).not.toContain('nobody-has-it')
  })

  it('names the language of its guest, and nothing when that is unknown', async () => {
    const seen: (RequestInit | undefined)[] = []
    const answer = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      seen.push(init)
      return new Response('{}')
    }
    const request: NetRequest = { method: 'GET', url: '/x', headers: { accept: 'a' }, timeoutMs: 1000 }
    await fetchNet(answer, () => 'es').send(request)
    await fetchNet(answer, () => '').send(request)
    expect(seen.map((init) => init?.headers)).toEqual([
      { accept: 'a', 'accept-language': 'es' },
      { accept: 'a' },
    ])
  })

  it('sends no cookies and uses no cache; payments wait 120 s @BC-05 @AT-15 @AT-12 @AT-13', async () => {
    const seen: { init: RequestInit | undefined }[] = []
    const net = fetchNet(async (_url, init) => {
      seen.push({ init })
      return new Response('{}')
    })
    const request: NetRequest = { method: 'GET', url: '/x', headers: {}, timeoutMs: 1000 }
    await net.send(request)
    expect(seen[0]!.init).toMatchObject({ credentials: 'omit', cache: 'no-store', body: null })
    const paying = ['payTicket', 'submitTicket', 'redeemReward', 'redeemCard', 'importAndRedeemCard'] as const
    const buying = ['submitCardOrder', 'updatePhysicalOrder'] as const
    expect([...paying, ...buying].filter((name) => endpoints[name].timeoutMs !== 120_000)).toEqual([])
  })
})
