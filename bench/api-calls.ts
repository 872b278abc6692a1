import { randomUUID } from 'node:crypto'
import type { Answer, Ask, Connection } from './http-load.ts'

/** Calls to the merchant API as a portal makes them. */

/** Each order has its own guest, as at a busy restaurant: rate limits would stop a single guest. */
export type Guest = { headers: { 'x-forwarded-for': string }; email: string; card: string }

/** The sandbox's cards that are not declined. */
const cards = [
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
]

export const guest = (nth: number): Guest => ({
  headers: { 'x-forwarded-for': `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}` },
  email: `bench-${nth}@example.com`,
  card: cards[nth % cards.length]!,
})

/** Creates a payment method in the sandbox, as its hosted fields do. */
export async function makeCard(connection: Connection, location: string, number: string): Promise<string> {
  const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '40', 'card[cvc]': '123' }
  const body = new URLSearchParams({
    key: `pk_sandbox_${location}`,
    ...card,
    'billing_details[name]': 'Bench Mark',
  })
  const path = '/sandbox/payments/v1/payment_methods'
  return read<{ id: string }>(
    await connection.ask({ method: 'POST', path, body, headers: { origin: 'null' } }),
    path,
  ).id
}

/** Sends a change that must succeed, with a new idempotency key. Gives its answer. */
export async function change<T>(connection: Connection, ask: Ask): Promise<T> {
  return read<T>(await send(connection, ask), ask.path)
}

/** Sends a change that must succeed, without parsing its answer. */
export async function send(connection: Connection, ask: Ask): Promise<Answer> {
  return checked(
    await connection.ask({ ...ask, headers: { ...ask.headers, 'idempotency-key': randomUUID() } }),
    ask.path,
  )
}

/** The JSON of a successful answer. */
export const read = <T>(answer: Answer, path = ''): T =>
  JSON.parse(checked(answer, path).body.toString('utf8')) as T

function checked(answer: Answer, path: string): Answer {
  const { status, body } = answer
  if (status !== 200 && status !== 201)
    throw new Error(`${path} answered ${status}: ${body.toString('utf8').slice(0, 300)}`)
  return answer
}
