import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import * as changes from './changes.ts'
import {
  type Account,
  get,
  invalid,
  newAccount,
  newId,
  type Reply,
  type StripeEvent,
  StripeRefusal,
} from './objects.ts'

/**
 * A local server with the parts of Stripe's API (docs.stripe.com/api) that Larder uses: payment methods, payment intents,
 * charges, refunds and disputes in separate accounts, idempotency keys, and the actions of Stripe's dashboard. The real SDK is
 * pointed at it. It shares no code with the sandbox.
 */

/** A fault of a request: the connection is cut before or after it takes effect, it waits, or Stripe answers something else. */
type Fault =
  | { kind: 'cut-before' }
  | { kind: 'cut-after' }
  | { kind: 'wait'; until: Promise<void> }
  /** The request takes effect, and is answered later. */
  | { kind: 'answer-later'; until: Promise<void>; charged(): void }
  | { kind: 'answer'; status: number; body: unknown }

type Asked = {
  method: string
  path: string
  form: changes.Form
  account: string
  key: string | undefined
}

export type StripeServer = {
  url: string
  /** Every request, the newest last. */
  asked: Asked[]
  /** The account of a secret key, or a connected account by its id. */
  account(id: string): Account
  /** Creates a payment method as the browser's script would. */
  method(account: string, kind?: changes.MethodKind): string
  /** The actions of a person in Stripe's dashboard, or of a bank. */
  dashboard(account: string): Dashboard
  /** Called for each request before it is answered. */
  fault: ((asked: Asked) => Fault | undefined) | undefined
  close(): Promise<void>
}

type Dashboard = {
  refund(intentId: string, amountCents?: number): string
  failRefund(id: string): void
  charge(amountCents: number): string
  dispute(intentId: string, amountCents?: number): string
  /** A bank's inquiry before a dispute: no money moves. Returns its id. */
  inquire(intentId: string): string
  /** The inquiry becomes a dispute, which takes the money. */
  escalate(id: string): void
  /** The bank changes the disputed amount. */
  changeDispute(id: string, amountCents: number): void
  closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed'): void
  /** Every event of this account so far, or only those of a type. */
  events(type?: string): StripeEvent[]
}

/** Starts it. `keys` maps each secret key to its account; `now` is Stripe's clock. */
export async function startStripeServer(options: {
  keys: Readonly<Record<string, string>>
  now: () => number
}): Promise<StripeServer> {
  const { keys, now } = options
  const accounts = new Map<string, Account>()
  const account = (id: string): Account => {
    const found = accounts.get(id) ?? newAccount(id)
    accounts.set(id, found)
    return found
  }
  const http = createServer((request, response) => {
    void answer(request).then(
      (reply) => {
        if (!reply) return void request.socket.destroy()
        response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': newId('req') })
        return void response.end(JSON.stringify(reply.body))
      },
      () => request.socket.destroy(),
    )
  })
  const server: StripeServer = {
    url: '',
    asked: [],
    account,
    method: (id, kind = 'visa') => changes.makeMethod(account(id), now, kind).id,
    dashboard: (id) => dashboardOf(account(id), now),
    fault: undefined,
    close: () => stop(http),
  }
  async function answer(request: IncomingMessage): Promise<Reply | undefined> {
    const asked = await readAsked(request, keys)
    if ('status' in asked) return asked
    server.asked.push(asked)
    const fault = server.fault?.(asked)
    if (fault?.kind === 'cut-before') return undefined
    if (fault?.kind === 'answer') return { status: fault.status, body: fault.body }
    const reply = await once(account(asked.account), asked, async () => {
      if (fault?.kind === 'wait') await fault.until
      return carryOut(account(asked.account), now, asked)
    })
    if (fault?.kind === 'answer-later') {
      fault.charged()
      await fault.until
    }
    return fault?.kind === 'cut-after' ? undefined : reply
  }
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return server
}

async function stop(http: Server): Promise<void> {
  http.closeAllConnections()
  await new Promise<void>((resolve) => {
    http.close(() => resolve())
  })
}

async function readAsked(
  request: IncomingMessage,
  keys: Readonly<Record<string, string>>,
): Promise<Asked | Reply> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  const secret = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const own = keys[secret]
  if (own === undefined)
    return {
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
    }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
  return {
    method: request.method ?? 'GET',
    path: pathname,
    form: { ...Object.fromEntries(searchParams), ...Object.fromEntries(new URLSearchParams(text)) },
    account: header(request, 'stripe-account') ?? own,
    key: header(request, 'idempotency-key'),
  }
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * A repeated key gets the same answer; with other parameters 400 idempotency_error, and while the first is under way 409
 * idempotency_key_in_use. A request that was refused as invalid is not stored.
 */
async function once(account: Account, asked: Asked, work: () => Promise<Reply>): Promise<Reply> {
  if (asked.key === undefined || asked.method !== 'POST') return work()
  const body = JSON.stringify([asked.path, asked.form])
  const known = account.replies.get(asked.key)
  if (known && known.body !== body)
    return {
      status: 400,
      body: {
        error: {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        },
      },
    }
  if (known && known.reply === undefined)
    return {
      status: 409,
      body: {
        error: {
          type: 'invalid_request_error',
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotent Key.',
        },
      },
    }
  if (known?.reply) return known.reply
  account.replies.set(asked.key, { body, reply: undefined })
  const reply = await work()
  account.replies.set(asked.key, { body, reply: Promise.resolve(structuredClone(reply)) })
  return reply
}

function carryOut(account: Account, now: changes.Now, asked: Asked): Reply {
  try {
    return { status: 200, body: dispatch(account, now, asked) }
  } catch (error) {
    if (error instanceof StripeRefusal) return error.reply
    throw error
  }
}

function dispatch(account: Account, now: changes.Now, { method, path, form }: Asked): unknown {
  const call = `${method} ${path.replace(/\/(?:pi|pm|ch|re|dp)_\w+/, '/{id}')}`
  const id = /\/((?:pi|pm|ch|re|dp)_\w+)/.exec(path)?.[1] ?? ''
  switch (call) {
    case 'GET /v1/payment_methods/{id}':
      return get(account, 'payment_method', id)
    case 'POST /v1/payment_intents':
      return expanded(account, changes.createIntent(account, now, form), form)
    case 'GET /v1/payment_intents/{id}':
      return expanded(account, get(account, 'payment_intent', id), form)
    case 'POST /v1/payment_intents/{id}/confirm':
      return expanded(account, changes.confirmIntent(account, now, id), form)
    case 'GET /v1/payment_intents':
      return changes.list(account, 'payment_intent', form)
    case 'POST /v1/refunds':
      return changes.refund(account, now, {
        intentId: form['payment_intent'] ?? '',
        amountCents: form['amount'] === undefined ? undefined : Number(form['amount']),
        metadata: changes.metadataOf(form),
      })
    case 'GET /v1/refunds':
      return changes.list(account, 'refund', form)
    case 'GET /v1/charges':
      return changes.list(account, 'charge', form)
    case 'GET /v1/disputes':
      return changes.list(account, 'dispute', form)
    default:
      throw invalid(`Unrecognized request URL (${method}: ${path}).`, undefined, 404)
  }
}

function expanded(
  account: Account,
  intent: ReturnType<typeof changes.createIntent>,
  form: changes.Form,
): unknown {
  const asks = Object.entries(form).some(
    ([name, what]) => name.startsWith('expand[') && what === 'payment_method',
  )
  return asks && intent.payment_method !== null
    ? { ...intent, payment_method: get(account, 'payment_method', intent.payment_method) }
    : intent
}

const dashboardOf = (account: Account, now: changes.Now): Dashboard => ({
  refund: (intentId, amountCents) => changes.refund(account, now, { intentId, amountCents }).id,
  failRefund: (id) => void changes.failRefund(account, now, id),
  charge: (amountCents) => changes.chargeByHand(account, now, amountCents).id,
  dispute: (intentId, amountCents) =>
    changes.dispute(account, now, { intentId, ...(amountCents !== undefined && { amountCents }) }).id,
  inquire: (intentId) => changes.dispute(account, now, { intentId, isInquiry: true }).id,
  escalate: (id) => void changes.escalate(account, now, id),
  changeDispute: (id, amountCents) => void changes.changeDispute(account, now, id, amountCents),
  closeDispute: (id, status) => void changes.closeDispute(account, now, id, status),
  events: (type) => account.events.filter((event) => type === undefined || event.type === type),
})

/** A webhook as Stripe sends it: its body, and the header with its signature at a time (ms). */
export function signed(
  event: StripeEvent,
  secret: string,
  atMs: number,
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event, undefined, 2)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(atMs / 1000),
  })
  return {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  }
}
