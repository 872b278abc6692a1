import { orderNumber } from '#server/modules/payments/attempts.ts'
import type { CardOrder, CardOrderType } from '#contract/schemas/card-order.ts'
import { numberOf } from './cipher.ts'
import { dollars } from './orders.ts'
import type { Guest, ProblemBody, Reply, SendOptions, TestLarder } from './larder.ts'

/** Builders of the request bodies for buying gift cards. */

export type CardOrderReply = Reply<{ card_order: CardOrder } & ProblemBody & { has_error?: boolean }>

export const orderPath = (id: string, rest = ''): string => `/location/:loc/card/order/${id}${rest}`

export const visa = '4242424242424242'
export const buyer = { buyer_first_name: 'Rosa', buyer_last_name: 'Diaz', buyer_email: 'rosa@example.com' }
export const names = { recipient_first_name: 'Ada', recipient_last_name: 'Guest' }
export const home = {
  ...names,
  recipient_address: '1 Main Street',
  recipient_city: 'New York',
  recipient_state: 'NY',
  recipient_zip: '10011',
}

export const giftcard = (
  price: number,
  changes: { quantity?: number; program_id?: string; card_id?: string } = {},
) => ({
  item: 'giftcard',
  price,
  quantity: 1,
  ...changes,
})

/** The recipient's fields for each type. */
const recipientOf: Record<CardOrderType, object | undefined> = {
  Purchase: undefined,
  Reload: undefined,
  SendText: { ...names, recipient_phone: '(212) 555-0147' },
  SendEmail: { ...names, recipient_email: 'ada@example.com' },
  SendPhysical: home,
}

/** A call about a card order, whether or not it succeeds. */
export const call = (
  who: Guest,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  options?: SendOptions,
): Promise<CardOrderReply> => who.send(method, path, body, options)

/** A call that must succeed; returns the card order. */
export async function cardOrder(
  who: Guest,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<CardOrder> {
  const reply = await call(who, method, path, body)
  if (reply.status !== 200)
    throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.card_order
}

export const start = (who: Guest, type: CardOrderType, body: object = {}): Promise<CardOrder> =>
  cardOrder(who, 'POST', '/location/:loc/card/order/start', { type, ...body })

/** An order that lacks only its payment. */
export async function readyOrder(
  who: Guest,
  type: CardOrderType = 'Purchase',
  price = 25,
  startBody: object = {},
): Promise<CardOrder> {
  const { id } = await start(who, type, startBody)
  const items = [
    giftcard(price, type === 'Reload' || type === 'SendPhysical' ? {} : { program_id: 'classic' }),
  ]
  const order = await cardOrder(who, 'PUT', orderPath(id), { items })
  const recipient = recipientOf[type]
  return recipient ? cardOrder(who, 'PUT', orderPath(id), recipient) : order
}

/** The body with which a guest submits an order. */
export const guestPayment = (order: CardOrder, token: string): object => ({
  amount: dollars(order.totals.due),
  payment_token: token,
  ...buyer,
})

export const submit = (who: Guest, id: string, body: unknown, key?: string): Promise<CardOrderReply> =>
  call(who, 'POST', orderPath(id, '/submit'), body, { key })

/** The amounts that the card provider has charged for a ticket or an order for gift cards. */
export const chargedOf = async (larder: TestLarder, orderId: string): Promise<number[]> =>
  (
    await larder.database.query<{ body: { amount: number } }>(
      `SELECT body FROM sandbox_objects WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded' AND body->'metadata'->>'ticket' IN ($1, $2)`,
      [orderId, orderNumber(orderId)],
    )
  ).map((row) => row.body.amount)

type CardRow = {
  id: string
  location_id: string
  sealed_number: string
  balance_cents: number
  user_id: string | null
  from_name: string | null
}

/** The cards that an order has issued or reloaded. */
export async function cardsOf(larder: TestLarder, orderId: string) {
  const rows = await larder.database.query<CardRow>(
    `SELECT c.id, c.location_id, c.sealed_number, c.balance_cents, c.user_id, c.from_name FROM card_order_cards m
     JOIN cards c ON c.location_id = m.location_id AND c.id = m.card_id WHERE m.order_id = $1 ORDER BY m.item_index, m.piece`,
    [orderId],
  )
  return rows.map(({ location_id, sealed_number, ...row }) => ({
    ...row,
    card_number: numberOf({ ...row, location_id, sealed_number }),
  }))
}

/** The sum of an order's rows in each account of the ledger; `card:` stands for every card. */
export async function bookedOf(larder: TestLarder, orderId: string): Promise<Record<string, number>> {
  const rows = await larder.database.query<{ account: string; cents: number }>(
    `SELECT CASE WHEN account LIKE 'card:%' THEN 'card:' ELSE account END AS account, sum(amount_cents)::int AS cents FROM ledger
     WHERE order_id = $1 GROUP BY 1 HAVING sum(amount_cents) <> 0`,
    [orderId],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}
