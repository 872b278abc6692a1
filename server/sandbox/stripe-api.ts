import { createHash } from 'node:crypto'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import type { ProviderClient } from '#server/ports/payments/stripe.ts'
import { invalidRequest, type SandboxAnswer, SandboxError } from './answers.ts'
import { changeCustomers, createEphemeralKey, deleteCustomer, readCustomers } from './customers.ts'
import {
  collectSaved,
  listIntentsMade,
  listRefundsOf,
  type SandboxIntent,
  type SandboxObject,
} from './objects.ts'
import { cancelIntent, confirmIntent, createIntent, getIntent } from './payment-intents.ts'
import { createRefund } from './refunds.ts'
import { type Form, getPaymentMethod, type SandboxPorts } from './payment-methods.ts'

/** The keys of a location's sandbox account. They are not secret and worth nothing outside of the sandbox: production refuses to start with it. */
export const sandboxKeys = (locationId: string): { secretKey: string; publishableKey: string } => ({
  secretKey: `sk_sandbox_${locationId}`,
  publishableKey: `pk_sandbox_${locationId}`,
})

/** What the SDK requests; headers have the names that it writes. */
type SandboxRequest = {
  method: string
  /** With its query string. */
  path: string
  headers: Readonly<Record<string, unknown>>
  body: string
}

/**
 * Answers like Stripe's API, within the process: in sandbox mode, the SDK gets this in place of the network. No Request, Response or URL objects are made,
 * because they took as long as the rest of the answer. Every change is one transaction together with the reply under its Idempotency-Key, as at Stripe; reads
 * need none.
 */
export function sandboxClient(database: Database, ports: SandboxPorts): ProviderClient {
  return {
    getClientName: () => 'sandbox',
    async makeRequest(...[, , path, method, headers, body]) {
      const request = { method, path, headers, body: body ?? '' }
      const { status, body: answered } = await answer(database, ports, request)
      const text = JSON.stringify(answered)
      return {
        getStatusCode: () => status,
        getHeaders: () => ({ 'content-type': 'application/json', 'request-id': `req_${ports.ids.uuid()}` }),
        // The SDK writes to this object.
        getRawResponse: () => ({}),
        toStream: () => {
          throw new Error('the sandbox answers in one piece')
        },
        toJSON: async () => JSON.parse(text) as unknown,
      }
    },
  }
}

async function answer(
  database: Database,
  ports: SandboxPorts,
  { method, path: asked, headers, body }: SandboxRequest,
): Promise<SandboxAnswer> {
  const locationId = /^Bearer sk_sandbox_(.+)$/.exec(headerOf(headers, 'Authorization') ?? '')?.[1]
  if (locationId === undefined)
    return new SandboxError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
      .answer
  const [path = '', query = ''] = asked.split('?', 2)
  const form: Form = { ...formOf(query), ...formOf(body) }
  if (method === 'GET') return withRefusals(() => read(database, locationId, path, form))
  const run = (tx: Transaction): Promise<SandboxAnswer> =>
    withRefusals(() => change(tx, locationId, { method, path, form }, ports))
  // The answer contains a secret: it is made for each request and never stored.
  if (path === '/v1/ephemeral_keys')
    return database.transaction((tx) =>
      withRefusals(() =>
        createEphemeralKey(tx, locationId, form, headerOf(headers, 'Stripe-Version') ?? null, ports),
      ),
    )
  const key = headerOf(headers, 'Idempotency-Key')
  if (key === undefined) return database.transaction(run)
  const keyed = { locationId, key, fingerprint: fingerprintOf(path, body), nowMs: ports.clock.now() }
  // Creating an intent changes nothing that another request could change at the same time.
  return path === '/v1/payment_intents'
    ? makeOnce(database, keyed, run)
    : database.transaction((tx) => once(tx, keyed, run))
}

const headerOf = (headers: SandboxRequest['headers'], name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const formOf = (text: string): Form => (text === '' ? {} : Object.fromEntries(new URLSearchParams(text)))

type KeyedRequest = { locationId: string; key: string; fingerprint: string; nowMs: number }

/** A second request with the same key waits for the first one's row, then gets its reply. */
async function once(
  tx: Transaction,
  keyed: KeyedRequest,
  run: (tx: Transaction) => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  const { locationId, key, fingerprint, nowMs } = keyed
  const claimed = await tx.query(
    `INSERT INTO sandbox_requests (location_id, key, fingerprint, status, body, created_at) VALUES ($1, $2, $3, 0, '', $4)
     ON CONFLICT (location_id, key) DO NOTHING RETURNING 1 AS claimed`,
    [locationId, key, fingerprint, nowMs],
  )
  if (claimed.length === 0) return repeated(tx, keyed)
  const made = await run(tx)
  tx.later('UPDATE sandbox_requests SET status = $3, body = $4 WHERE location_id = $1 AND key = $2', [
    locationId,
    key,
    made.status,
    JSON.stringify(made.body),
  ])
  return made
}

/** `once` in one statement, which writes the new records only if the key is new: a payment waits for this. */
async function makeOnce(
  database: Database,
  keyed: KeyedRequest,
  run: (tx: Transaction) => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  const saved: SandboxObject[] = []
  const made = await run(collectSaved(database, saved))
  const { locationId, key, fingerprint, nowMs } = keyed
  const claimed = await database.query(
    `WITH claim AS (
       INSERT INTO sandbox_requests (location_id, key, fingerprint, status, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (location_id, key) DO NOTHING RETURNING location_id, created_at
     ), made AS (
       INSERT INTO sandbox_objects (location_id, id, kind, body, created_at)
       SELECT claim.location_id, object->>'id', object->>'object', object, claim.created_at
       FROM claim, jsonb_array_elements($7::jsonb) AS object
       ON CONFLICT (location_id, id) DO UPDATE SET body = excluded.body
     )
     SELECT 1 AS claimed FROM claim`,
    [locationId, key, fingerprint, made.status, JSON.stringify(made.body), nowMs, JSON.stringify(saved)],
  )
  return claimed.length > 0 ? made : repeated(database, keyed)
}

/** The stored reply to the first request with a key. */
async function repeated(
  database: Queryable,
  { locationId, key, fingerprint }: KeyedRequest,
): Promise<SandboxAnswer> {
  const rows = await database.query<{ fingerprint: string; status: number; body: string }>(
    'SELECT fingerprint, status, body FROM sandbox_requests WHERE location_id = $1 AND key = $2',
    [locationId, key],
  )
  if (rows[0]?.fingerprint !== fingerprint)
    return new SandboxError(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    }).answer
  return { status: rows[0].status, body: JSON.parse(rows[0].body) as unknown }
}

async function read(
  database: Queryable,
  locationId: string,
  path: string,
  form: Form,
): Promise<SandboxAnswer> {
  const ok = (body: unknown): SandboxAnswer => ({ status: 200, body })
  if (path === '/v1/payment_intents') return ok(await listIntents(database, locationId, form))
  if (path === '/v1/refunds') return ok(await listRefunds(database, locationId, form))
  const [, intent] = /^\/v1\/payment_intents\/([^/]+)$/.exec(path) ?? []
  if (intent !== undefined)
    return ok(await expanded(database, locationId, await getIntent(database, locationId, intent), form))
  const [, method] = /^\/v1\/payment_methods\/([^/]+)$/.exec(path) ?? []
  if (method !== undefined) return ok(await getPaymentMethod(database, locationId, method))
  const customers = await readCustomers(database, locationId, path)
  if (customers) return customers
  throw unrecognized('GET', path)
}

async function change(
  tx: Transaction,
  locationId: string,
  { method, path, form }: { method: string; path: string; form: Form },
  ports: SandboxPorts,
): Promise<SandboxAnswer> {
  const forgotten =
    method === 'DELETE' ? await deleteCustomer(tx, locationId, path, ports.clock.now()) : undefined
  if (forgotten) return forgotten
  if (method !== 'POST') throw unrecognized(method, path)
  const given = async (intent: SandboxIntent): Promise<SandboxAnswer> => ({
    status: 200,
    body: await expanded(tx, locationId, intent, form),
  })
  if (path === '/v1/payment_intents') return given(await createIntent(tx, locationId, form, ports))
  const [, id, verb] = /^\/v1\/payment_intents\/([^/]+)\/(confirm|cancel)$/.exec(path) ?? []
  if (id !== undefined)
    return given(await (verb === 'confirm' ? confirmIntent : cancelIntent)(tx, locationId, id, ports))
  if (path === '/v1/refunds') return { status: 200, body: await createRefund(tx, locationId, form, ports) }
  const customers = await changeCustomers(tx, locationId, path, form, ports)
  if (customers) return customers
  throw unrecognized(method, path)
}

const unrecognized = (method: string, path: string): SandboxError =>
  invalidRequest(`Unrecognized request URL (${method}: ${path}).`)

/** `GET /v1/refunds` of a payment intent, in one page: there are never many. */
async function listRefunds(tx: Queryable, locationId: string, form: Form): Promise<unknown> {
  const data = await listRefundsOf(tx, locationId, form['payment_intent'] ?? '')
  return { object: 'list', url: '/v1/refunds', has_more: false, data }
}

/** `GET /v1/payment_intents`, newest first, in pages like Stripe's. */
async function listIntents(tx: Queryable, locationId: string, form: Form): Promise<unknown> {
  const limit = Number(form['limit'] ?? '10')
  const found = await listIntentsMade(tx, locationId, {
    from: Number(form['created[gte]'] ?? 0),
    until: Number(form['created[lte]'] ?? Number.MAX_SAFE_INTEGER),
    after: form['starting_after'],
    limit: limit + 1,
  })
  const whole = Object.entries(form).some(
    ([name, value]) => name.startsWith('expand[') && value === 'data.payment_method',
  )
  const data = []
  for (const intent of found.slice(0, limit))
    data.push(whole ? await expanded(tx, locationId, intent, { 'expand[0]': 'payment_method' }) : intent)
  return { object: 'list', url: '/v1/payment_intents', has_more: found.length > limit, data }
}

async function expanded(
  tx: Queryable,
  locationId: string,
  intent: SandboxIntent,
  form: Form,
): Promise<unknown> {
  const asked = Object.entries(form).some(
    ([name, value]) => name.startsWith('expand[') && value === 'payment_method',
  )
  return asked && intent.payment_method !== null
    ? { ...intent, payment_method: await getPaymentMethod(tx, locationId, intent.payment_method) }
    : intent
}

/** A refusal is a normal answer, and what was written before it is kept: a declined intent is on record. */
export async function withRefusals(work: () => Promise<SandboxAnswer>): Promise<SandboxAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SandboxError) return error.answer
    throw error
  }
}

const fingerprintOf = (path: string, text: string): string =>
  createHash('sha256').update(`${path}\n${text}`).digest('base64url')
