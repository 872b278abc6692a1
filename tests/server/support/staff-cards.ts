import type { CardOrder, CardOrderType } from '#contract/schemas/card-order.ts'
import type {
  FindCardsBody,
  FoundCardsAnswer,
  StaffCard,
  StaffCardAnswer,
  StaffCardOrder,
  StaffCardOrderAnswer,
} from '#contract/schemas/staff-card.ts'
import { cardsOf, guestPayment, readyOrder, submit, visa } from './card-orders.ts'
import type { Guest, ProblemBody, TestLarder } from './larder.ts'
import { dollars } from './orders.ts'
import { SignedIn } from './people.ts'

/** Gift cards, as managers find and change them. */

/** Searches for cards, whether or not it succeeds. */
export const find = (manager: Guest, body: FindCardsBody) =>
  manager.send<FoundCardsAnswer & ProblemBody>('POST', '/staff/cards/find', body)

/** The staff's reference to a card. */
export const referenceOf = async (larder: TestLarder, cardId: string): Promise<string> =>
  (
    await larder.database.query<{ reference: string }>('SELECT reference FROM cards WHERE id = $1', [cardId])
  )[0]!.reference

/** A manager's view of a card. */
export async function seen(manager: Guest, reference: string): Promise<StaffCard> {
  const { status, body } = await manager.send<StaffCardAnswer & ProblemBody>(
    'GET',
    `/staff/cards/${reference}`,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.card
}

export type Act = 'hold' | 'release' | 'void' | 'reissue'
/** Acts on a card, whether or not it succeeds; the default reason is that it was lost. */
export const act = (manager: Guest, reference: string, kind: Act, body: object = {}, key?: string) =>
  manager.send<StaffCardAnswer & ProblemBody>(
    'POST',
    `/staff/cards/${reference}/${kind}`,
    { reason: 'lost', ...body },
    { key },
  )

/** A manager's view of the order that one of its cards came with. */
export async function orderOfCard(manager: Guest, reference: string): Promise<StaffCardOrder> {
  const { orders } = await seen(manager, reference)
  return seenOrder(manager, orders.at(-1)!.reference)
}

/** A manager's view of a gift card order. */
export async function seenOrder(manager: Guest, reference: string): Promise<StaffCardOrder> {
  const { status, body } = await manager.send<StaffCardOrderAnswer & ProblemBody>(
    'GET',
    `/staff/card-orders/${reference}`,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.order
}

/** Refunds the unspent part of an order, whether or not it succeeds. */
export const refundOrder = (manager: Guest, reference: string, body: object, key?: string) =>
  manager.send<StaffCardOrderAnswer & ProblemBody>(
    'POST',
    `/staff/card-orders/${reference}/refund`,
    { reason: 'guest_asked', shipping: false, ...body },
    { key },
  )

/** Copies an order with the same card, as if a buyer with this address had made them all, including the original. */
export async function copyOrders(
  larder: TestLarder,
  orderId: string,
  count: number,
  email: string,
): Promise<void> {
  const { database } = larder
  await database.query(
    `UPDATE card_orders SET buyer = jsonb_set(buyer, '{buyer_email}', to_jsonb($2::text)) WHERE id = $1`,
    [orderId, email],
  )
  const columns = await database.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'card_orders' AND table_schema = 'public'`,
  )
  const same = columns
    .map(({ column_name: name }) => name)
    .filter((name) => !['id', 'reference', 'receipt_id'].includes(name))
  await database.query(
    `INSERT INTO card_orders (id, reference, ${same.join()}) SELECT id || '-' || n, reference || '-' || n, ${same.join()}
     FROM card_orders, generate_series(1, $2::int) AS n WHERE id = $1`,
    [orderId, count],
  )
  await database.query(
    `INSERT INTO card_order_cards (location_id, order_id, item_index, piece, card_id) SELECT location_id, order_id || '-' || n, item_index, piece, card_id
     FROM card_order_cards, generate_series(1, $2::int) AS n WHERE order_id = $1`,
    [orderId, count],
  )
}

/** Buys gift cards; a signed-in buyer pays as themselves. Returns the order and its cards. */
export async function buy(
  larder: TestLarder,
  who: Guest,
  type: CardOrderType = 'Purchase',
  price = 25,
  startBody: object = {},
): Promise<{ order: CardOrder; cards: Awaited<ReturnType<typeof cardsOf>> }> {
  const order = await readyOrder(who, type, price, startBody)
  const token = await who.card(visa)
  const body =
    who instanceof SignedIn
      ? { amount: dollars(order.totals.due), payment_source: token }
      : guestPayment(order, token)
  const reply = await submit(who, order.id, body)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return { order: reply.body.card_order, cards: await cardsOf(larder, order.id) }
}
