import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { lockReceiver } from '#server/modules/cards/replace.ts'
import { issueCard, type IssuedCard, loadCard } from '#server/modules/cards/issue.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { designOf } from './designs.ts'
import { addDelivery } from './deliveries.ts'
import { isMessaged } from './schedule.ts'
import { isPosted, type Order, type OrderDelivery, type OrderedCard, type OrderItem } from './order.ts'
import { notifyPlaced, notifyRefunded } from './news.ts'
import { type CardOrderRefund, insertOrderRefund } from './refund-rows.ts'
import { bookParts } from './refunds.ts'
import { updateOrder } from './repository.ts'
import type { OrderPorts } from './service.ts'

type CardOrderPayment = {
  attemptId: string
  amountCents: Cents
  providerId: string
  displayName: string
}

/**
 * Places a paid order: its money enters the ledger, its cards are made or loaded, and their messages are stored to be sent. All of it exactly once: the keys of
 * its payment, cards and transfers are unique. Throws when the payment is not the order's total.
 */
export async function placeOrder(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  payment: CardOrderPayment,
  ports: OrderPorts,
): Promise<Order> {
  const placed = await place(tx, merchant, order, payment, ports)
  // If the money goes back at once, the buyer gets that message instead.
  if (placed.refunds.length === 0) notifyPlaced(tx, placed, ports)
  return placed
}

async function place(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  payment: CardOrderPayment,
  ports: OrderPorts,
): Promise<Order> {
  const nowMs = ports.clock.now()
  if (payment.amountCents <= 0 || payment.amountCents !== order.kept?.totalCents)
    throw new Error('gift cards are made for what was paid, and for nothing less')
  insertPayment(tx, order, payment, nowMs)
  recordSale(tx, order, payment.amountCents, nowMs)
  const placed: Order = {
    ...order,
    status: 'Submitted',
    payment: { displayName: payment.displayName, amountCents: payment.amountCents, at: nowMs },
    cards: [],
    touchedAt: nowMs,
  }
  updateOrder(tx, placed)
  if (isPosted(order.type)) {
    for (const item of order.items) insertShipment(tx, order, item, nowMs)
    return placed
  }
  if (order.cardId !== undefined) return reload(tx, merchant, { ...placed, cardId: order.cardId }, ports)
  const cards: OrderedCard[] = []
  for (const item of order.items) cards.push(await makeCard(tx, merchant, order, item, ports))
  return { ...placed, cards, delivery: deliveryOf(order, nowMs) }
}

/** The payment and the discount enter `card_sales`, postage leaves it; the amounts of the cards leave it when they are made. */
function recordSale(
  tx: Transaction,
  { locationId, id: orderId, kept }: Order,
  paidCents: Cents,
  nowMs: number,
): void {
  recordTransfer(
    tx,
    locationId,
    { id: `${orderId}:paid`, from: 'card_provider', to: 'card_sales', amountCents: paidCents, orderId },
    nowMs,
  )
  const { discountCents = 0, shippingCents = 0 } = kept ?? {}
  recordTransfer(
    tx,
    locationId,
    {
      id: `${orderId}:discount`,
      from: 'card_discounts',
      to: 'card_sales',
      amountCents: discountCents,
      orderId,
    },
    nowMs,
  )
  recordTransfer(
    tx,
    locationId,
    {
      id: `${orderId}:shipping`,
      from: 'card_sales',
      to: 'card_shipping',
      amountCents: shippingCents,
      orderId,
    },
    nowMs,
  )
}

function insertPayment(
  tx: Transaction,
  order: Order,
  { attemptId, displayName, amountCents, providerId }: CardOrderPayment,
  nowMs: number,
): void {
  tx.later(
    `INSERT INTO card_order_payments (location_id, order_id, attempt_id, display_name, amount_cents, provider_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [order.locationId, order.id, attemptId, displayName, amountCents, providerId, nowMs],
  )
}

function insertShipment(
  tx: Transaction,
  order: Order,
  { index, programId, priceCents, quantity }: OrderItem,
  nowMs: number,
): void {
  tx.later(
    `INSERT INTO card_shipments (location_id, order_id, item_index, program_id, amount_cents, quantity, made, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 0, $7)`,
    [order.locationId, order.id, index, programId ?? '', priceCents, quantity, nowMs],
  )
}

async function makeCard(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  item: OrderItem,
  ports: OrderPorts,
): Promise<OrderedCard> {
  const kept = order.type === 'Purchase' && order.userId !== undefined
  const programId = item.programId ?? ''
  const issued = await issueCard(tx, ports, merchant, {
    programId,
    amountCents: item.priceCents,
    orderId: order.id,
    design: designOf(merchant, order, programId),
    ...(kept ? { userId: order.userId } : { claimCode: true }),
    ...(order.type !== 'Purchase' && giftOf(order)),
  })
  recordCard(tx, order, item, 1, issued.id)
  if (!kept) deliver(tx, order, issued, ports)
  return {
    itemIndex: item.index,
    cardId: issued.id,
    sealedNumber: issued.sealedNumber,
    lastFour: issued.lastFour,
    programId,
    holderId: kept ? order.userId : undefined,
    openedAt: undefined,
    status: 'active',
  }
}

/** Who the gift is from, and the message. */
const giftOf = ({ buyer, personalMessage }: Order): { fromName: string; personalMessage?: string } => ({
  fromName: `${buyer.buyer_first_name} ${buyer.buyer_last_name}`.trim(),
  ...(personalMessage !== '' && { personalMessage }),
})

const dueAtOf = ({ giftTime }: Order, nowMs: number): number => Math.max(nowMs, giftTime?.atMs ?? 0)

const deliveryOf = (order: Order, nowMs: number): OrderDelivery | undefined =>
  isMessaged(order) ? { state: 'pending', dueAt: dueAtOf(order, nowMs), sentAt: undefined } : undefined

/** Where the card is sent; a guest's own purchase is sent to the buyer, since it is in no account. */
function deliver(
  tx: Transaction,
  order: Order,
  { id: cardId, claimCode }: IssuedCard,
  ports: OrderPorts,
): void {
  const { recipient, buyer } = order
  const to =
    order.type === 'SendText'
      ? { channel: 'text' as const, sentTo: recipient.recipient_phone }
      : {
          channel: 'email' as const,
          sentTo: order.type === 'SendEmail' ? recipient.recipient_email : buyer.buyer_email,
        }
  addDelivery(tx, ports, {
    locationId: order.locationId,
    id: ports.ids.uuid(),
    orderId: order.id,
    cardId,
    claimCode,
    dueAt: dueAtOf(order, ports.clock.now()),
    ...to,
  })
}

type Reload = Order & { cardId: string }

/**
 * Loads the paid amount onto its card, or onto the card's replacement. Where the card was voided while the provider was charging, the money goes back: nobody
 * could spend it.
 */
async function reload(tx: Transaction, merchant: Merchant, order: Reload, ports: OrderPorts): Promise<Order> {
  const { cardId } = order
  const [row] = await tx.query<{
    sealed_number: string
    last_four: string
    program_id: string
    user_id: string | null
    status: string
  }>(
    'SELECT sealed_number, last_four, program_id, user_id, status FROM cards WHERE location_id = $1 AND id = $2',
    [order.locationId, cardId],
  )
  if (!row) throw new Error('a gift card to be reloaded is not there')
  const isVoid = (await lockReceiver(tx, order.locationId, cardId)).status === 'disabled'
  const cards: OrderedCard[] = []
  for (const { index: itemIndex, priceCents: amountCents } of order.items) {
    if (!isVoid) await loadCard(tx, ports, merchant, { cardId, amountCents, orderId: order.id })
    recordCard(tx, order, { index: itemIndex }, 1, cardId)
    cards.push({
      itemIndex,
      cardId,
      sealedNumber: row.sealed_number,
      lastFour: row.last_four,
      programId: row.program_id,
      holderId: row.user_id ?? undefined,
      openedAt: undefined,
      status: row.status,
    })
  }
  return { ...order, cards, ...(isVoid && { refunds: [giveAllBack(tx, order, row.last_four, ports)] }) }
}

/** Refunds all that was paid; the next round asks the provider (refunds.ts). */
function giveAllBack(
  tx: Transaction,
  order: Order,
  lastFour: string,
  { clock, ids }: OrderPorts,
): CardOrderRefund {
  const [id, at, amountCents] = [ids.uuid(), clock.now(), order.payment?.amountCents ?? 0]
  const refund: CardOrderRefund = {
    id,
    orderId: order.id,
    userId: undefined,
    reason: 'card_over',
    note: undefined,
    amountCents,
    shippingCents: 0,
    taken: [],
    at,
    doneAt: undefined,
    providerRefundId: undefined,
  }
  insertOrderRefund(tx, order.locationId, refund)
  bookParts(tx, order, id, { discountCents: order.kept?.discountCents ?? 0, shippingCents: 0 }, at)
  notifyRefunded(tx, order, { id, amountCents, endedLastFours: [lastFour] }, { clock, ids })
  return refund
}

/** Records which card a piece of an order became: once, by its key. */
export function recordCard(
  tx: Transaction,
  { locationId, id }: Pick<Order, 'locationId' | 'id'>,
  item: { index: number },
  piece: number,
  cardId: string,
): void {
  tx.later(
    'INSERT INTO card_order_cards (location_id, order_id, item_index, piece, card_id) VALUES ($1, $2, $3, $4, $5)',
    [locationId, id, item.index, piece, cardId],
  )
}
