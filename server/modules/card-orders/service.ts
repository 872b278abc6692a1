import { listRecipientProblems, quantityLimits } from '#contract/rules/card-order.ts'
import { emptyRecipient, type Recipient } from '#contract/rules/contact.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type {
  CardOrderAnswer,
  CardOrderType,
  CardOrderUpdateBody,
  StartCardOrderBody,
} from '#contract/schemas/card-order.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { todayAt } from '#server/merchants/merchant.ts'
import { unusableCard } from '#server/modules/cards/holds.ts'
import { fieldProblem, notFound, type ProblemError } from '#server/plugins/problems.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { withDesign } from './designs.ts'
import { checkEditable, checkNoProblems } from './guards.ts'
import { itemsOf } from './items.ts'
import { type Requester, emptyBuyer, isPosted, type Order, type OrderAt, type OrderType } from './order.ts'
import { getProgram } from './programs.ts'
import { withPromoChecked, withPromoCode } from './promo.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { withGiftTime } from './schedule.ts'
import { findOrder, findIdOfReceipt, insertOrder, lockOrder, updateOrder } from './repository.ts'
import { cardOrderOf } from './view.ts'

/** What buyers do with orders for gift cards. Every function runs in the caller's transaction. */

export type OrderPorts = { clock: Clock; ids: Ids; cipher: DataCipher }

/** 404: there is no such order, or it is somebody else's. */
export const unknownOrder = (): ProblemError => notFound('We could not find this order.')

/** Which of the two kinds of order a call is about: it does not find the other kind. */
type OrderKind = 'card' | 'physical'

const isOfKind = (type: OrderType, kind: OrderKind): boolean =>
  (type === 'PhysicalCards') === (kind === 'physical')

/** The order, if the caller may see it: a user's order does not exist for anybody else (reliability X6). */
const allowed = (
  order: Order | undefined,
  { userId }: Pick<OrderAt, 'userId'>,
  kind: OrderKind,
): Order | undefined =>
  order && isOfKind(order.type, kind) && (order.userId === undefined || order.userId === userId)
    ? order
    : undefined

/**
 * An order locked until the transaction ends. A change by a signed-in user makes it theirs, and until it is placed it takes the language of whoever changes it.
 * Throws 404 not_found for one that does not exist or is somebody else's.
 */
export async function getOrder(
  tx: Transaction,
  merchant: Merchant,
  at: OrderAt,
  kind: OrderKind,
): Promise<Order> {
  const order = allowed(await lockOrder(tx, merchant.locationId, at.id), at, kind)
  if (!order) throw unknownOrder()
  const { language, userId = order.userId } = at
  if (order.status !== 'Open' || (order.userId === userId && order.language === language)) return order
  const own = { ...order, userId, language }
  updateOrder(tx, own)
  return own
}

/** An order, without locking it. Throws 404 like `getOrder`. */
export async function readOrder(
  database: Queryable,
  merchant: Merchant,
  at: Pick<OrderAt, 'id' | 'userId'>,
  kind: OrderKind,
): Promise<Order> {
  const order = allowed(await findOrder(database, merchant.locationId, at.id), at, kind)
  if (!order) throw unknownOrder()
  return order
}

/** The order of a receipt. Older receipts have their order's id, which still works. A member's receipt is visible to them alone. Throws 404 like `getOrder`. */
export async function readOrderOfReceipt(
  database: Queryable,
  merchant: Merchant,
  { id, userId }: Pick<OrderAt, 'id' | 'userId'>,
  kind: OrderKind,
): Promise<Order> {
  const orderId = (await findIdOfReceipt(database, merchant.locationId, id)) ?? id
  return await readOrder(database, merchant, { id: orderId, userId }, kind)
}

/** An id whose last six letters can be read out on the phone: they are the order's number (`numberOf`). */
function newOrderId(ids: Ids): string {
  for (;;) {
    const id = ids.secret()
    if (/[0-9a-z]{6}$/i.test(id)) return id
  }
}

/** A new, empty order, not saved yet. plugins/feature-switches.ts has checked that the location offers it. */
export function newOrder(
  merchant: Merchant,
  type: OrderType,
  { userId, language }: Requester,
  { clock, ids }: OrderPorts,
): Order {
  const nowMs = clock.now()
  return {
    locationId: merchant.locationId,
    id: newOrderId(ids),
    receiptId: ids.secret(),
    type,
    userId,
    language,
    status: 'Open',
    programId: isPosted(type) ? merchant.physicalProduct?.programId : undefined,
    cardId: undefined,
    items: [],
    promoCode: undefined,
    heldPromo: undefined,
    recipient: emptyRecipient,
    personalMessage: '',
    designId: undefined,
    giftTime: undefined,
    delivery: undefined,
    passedCardId: undefined,
    takenBackAt: undefined,
    refunds: [],
    buyer: emptyBuyer,
    kept: undefined,
    payment: undefined,
    cards: [],
    createdAt: nowMs,
    touchedAt: nowMs,
  }
}

/** Starts a card order. Throws 404 for a Reload of a card that is not the user's own; 422 for invalid fields. */
export async function startCardOrder(
  tx: Transaction,
  merchant: Merchant,
  requester: Requester,
  body: StartCardOrderBody,
  ports: OrderPorts,
): Promise<Answer<CardOrderAnswer>> {
  const order = await withSubject(tx, merchant, newOrder(merchant, body.type, requester, ports), body, ports)
  insertOrder(tx, order)
  return cardOrderAnswer(merchant, order, ports)
}

/** What an order is about, as far as its start says. */
async function withSubject(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  body: StartCardOrderBody,
  { clock }: OrderPorts,
): Promise<Order> {
  if (body.type === 'Reload')
    return withOwnCard(tx, merchant, order, body.card_id, todayAt(merchant, clock.now()))
  if (body.program_id === undefined || isPosted(order.type)) return order
  return { ...order, programId: getProgram(merchant, body.program_id, 'program_id').id }
}

async function withOwnCard(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  cardId: string | undefined,
  today: string,
): Promise<Order> {
  const programId = await getReloadable(tx, merchant, { cardId, userId: order.userId, today })
  return { ...order, cardId, programId }
}

/**
 * The program of a user's own card that can be reloaded. Throws 404 for a card that is not theirs, 422 on `card_id` for one that is expired, void or on hold.
 */
export async function getReloadable(
  tx: Transaction,
  merchant: Merchant,
  { cardId, userId, today }: { cardId: string | undefined; userId: string | undefined; today: string },
): Promise<string> {
  const rows = await tx.query<{ status: string; expires_on: string | null; program_id: string }>(
    'SELECT status, expires_on, program_id FROM cards WHERE location_id = $1 AND id = $2 AND user_id = $3',
    [merchant.locationId, cardId ?? '', userId ?? ''],
  )
  const card = rows[0]
  if (!card) throw notFound('We could not find this gift card.')
  const problem = unusableCard(merchant, card, today)
  if (problem) throw problem
  return card.program_id
}

/** Applies the sent items, promo code, recipient and message. Throws 422 naming the fields, 422 promo_invalid, 409. */
export async function updateCardOrder(
  tx: Transaction,
  merchant: Merchant,
  at: OrderAt,
  body: CardOrderUpdateBody,
  ports: OrderPorts,
): Promise<Answer<CardOrderAnswer>> {
  const nowMs = ports.clock.now()
  const order = await getOrder(tx, merchant, at, 'card')
  await checkEditable(tx, merchant, order, nowMs)
  const changed = {
    ...withPromoCode(
      merchant,
      withGiftTime(
        withDesign(merchant, withRecipient(withItems(merchant, order, body), body), body.design_id),
        body,
        nowMs,
      ),
      body.promo_code,
      nowMs,
    ),
    touchedAt: nowMs,
  }
  const worded =
    body.personal_message === undefined
      ? changed
      : { ...changed, personalMessage: body.personal_message.trim() }
  const saved = await withPromoChecked(tx, merchant, order, worded)
  updateOrder(tx, saved)
  return cardOrderAnswer(merchant, saved, ports)
}

function withItems(merchant: Merchant, order: Order, body: CardOrderUpdateBody): Order {
  if (body.items === undefined) return order
  const items = itemsOf(
    merchant,
    order,
    body.items,
    isPosted(order.type) ? quantityLimits.order : quantityLimits.card,
  )
  return { ...order, items, programId: items[0]?.programId ?? order.programId }
}

function withRecipient(order: Order, body: CardOrderUpdateBody): Order {
  const sent = sentRecipient(body)
  if (Object.keys(sent).length === 0) return order
  if (order.type === 'Purchase' || order.type === 'Reload')
    throw fieldProblem(422, Object.keys(sent)[0]!, 'This gift card is not a gift for someone else.')
  const recipient = { ...order.recipient, ...sent }
  checkNoProblems(listRecipientProblems(order.type as CardOrderType, recipient))
  return { ...order, recipient }
}

/** The recipient's fields of a body in stored form: trimmed, the phone as digits. */
export function sentRecipient(body: { [K in keyof Recipient]?: string | undefined }): Partial<Recipient> {
  const sent: Partial<Recipient> = {}
  for (const field of Object.keys(emptyRecipient) as (keyof Recipient)[]) {
    const value = body[field]
    if (value !== undefined) sent[field] = field === 'recipient_phone' ? phoneDigits(value) : value.trim()
  }
  return sent
}

/** A card order as an answer. */
export const cardOrderAnswer = (
  merchant: Merchant,
  order: Order,
  { clock, cipher }: Pick<OrderPorts, 'clock' | 'cipher'>,
): Answer<CardOrderAnswer> => ({
  body: { card_order: cardOrderOf(merchant, asCardOrder(order), cipher, clock.now()) },
})

function asCardOrder(order: Order): Order & { type: CardOrderType } {
  const { type } = order
  if (type === 'PhysicalCards') throw new Error('a physical order is no card order')
  return { ...order, type }
}
