import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { priceCardRefund } from '#contract/pricing/card-refund.ts'
import type { CardRefundable, RefundCardOrderBody } from '#contract/schemas/staff-card.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { StaffReason } from '#server/modules/cards/holds.ts'
import { type LockedCard, lockCards, takeForRefund } from '#server/modules/cards/replace.ts'
import { changedMeanwhile } from '#server/plugins/problems.ts'
import { type BoughtCard, listBought, orderHoldsOf, withAllCardsLocked } from './bought.ts'
import { dropDeliveryOf } from './deliveries.ts'
import type { Loss } from './losses.ts'
import { notifyRefunded } from './news.ts'
import { isPosted, type Order } from './order.ts'
import { type CardOrderRefund, insertOrderRefund, listOrderRefunds, lockOrderRefunds } from './refund-rows.ts'
import { bookParts } from './refunds.ts'
import { findOrder, lockOrder } from './repository.ts'
import { type OrderPorts, unknownOrder } from './service.ts'
import { isBeingMade } from './shipments.ts'

/**
 * Refunds of a gift card order to the payment card (decision 065): everything unspent on its cards is taken off them in one transaction. The next round asks
 * the provider (refunds.ts). Every function runs in the caller's transaction.
 */

/** What can be refunded of an order, or why nothing can, in words for the staff. */
type Refunding = { refundable: CardRefundable } | { problem: string }

type Balance = { id: string; balanceCents: Cents }
/** How much of the order's money one of its own cards still has. */
type Share = { root: BoughtCard; cents: Cents }

const disputed =
  'A bank or the card provider is deciding about this payment. What is on its cards is on hold and cannot be refunded here.'
const allBack = 'Everything paid for this order was refunded.'
const owed = 'A refund of this order did not arrive and is still owed. See Failed refunds.'
const allBackOnHold = 'Everything paid for this order was refunded. Void its cards.'
const takenBack = 'The bank has taken the money back. Void its cards.'
const partTakenBack = ({ takenCents, paidCents }: Loss): string =>
  `The bank has taken ${currencyText(takenCents)} of ${currencyText(paidCents)} back. The rest cannot be refunded here; its cards can be taken off hold.`
const beingMade = 'The cards of this order are still being made. Please try again in a minute.'

/** What can be refunded now, without locking the order. */
export async function refundingOf(database: Queryable, order: Order): Promise<Refunding> {
  const { locationId, id } = order
  const [bought, refunds, holds, waiting] = await Promise.all([
    listBought(database, locationId, id),
    listOrderRefunds(database, locationId, id),
    orderHoldsOf(database, locationId, id),
    isBeingMade(database, locationId, id),
  ])
  const ids = [...new Set(bought.map(({ cardId }) => cardId))]
  const rows = await database.query<{ id: string; balance_cents: Cents }>(
    `SELECT id, balance_cents FROM cards WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
    [locationId, ids.join()],
  )
  const cards = rows.map((row) => ({ id: row.id, balanceCents: row.balance_cents }))
  const problem = problemOf(order, refunds, { holds, waiting })
  return problem === undefined
    ? refundableOf(order, refunds, sharesOf(order, bought, refunds, cards))
    : { problem }
}

function problemOf(
  { status, payment }: Order,
  refunds: readonly CardOrderRefund[],
  { holds, waiting }: { holds: { count: number; loss: Loss | undefined }; waiting: boolean },
): string | undefined {
  if (status !== 'Submitted' || !payment) return 'Nothing was paid for this order.'
  if (holds.loss?.isAll) return takenBack
  if (payment.isDisputed) return disputed
  const isAllBack = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0) >= payment.amountCents
  const isOwed = refunds.some(({ doneAt, failedAt }) => failedAt !== undefined && doneAt === undefined)
  if (isOwed && (isAllBack || holds.loss)) return owed
  // Only a refund made in Stripe's dashboard leaves the cards on hold with their balances.
  if (isAllBack) return holds.count > 0 ? allBackOnHold : allBack
  if (holds.loss) return partTakenBack(holds.loss)
  if (holds.count > 0) return disputed
  return waiting ? beingMade : undefined
}

/** For each card: at most what the order put on it minus earlier refunds, and at most the balance of it and the cards its money moved to. */
function sharesOf(
  { items }: Order,
  bought: readonly BoughtCard[],
  refunds: readonly CardOrderRefund[],
  cards: readonly Balance[],
): Share[] {
  const balances = new Map(cards.map(({ id, balanceCents }) => [id, balanceCents]))
  const left = new Map(balances)
  return bought
    .filter(({ rootId, cardId }) => rootId === cardId)
    .map((root) => {
      const put = items.find(({ index }) => index === root.itemIndex)?.priceCents ?? 0
      const taken = refunds
        .flatMap((refund) => refund.taken)
        .filter(({ item, piece }) => item === root.itemIndex && piece === root.piece)
        .reduce((sum, { cents }) => sum + cents, 0)
      let cents = 0
      // One card may stand for several pieces of an order: what is counted for one is not available for the next.
      for (const { cardId } of chainOf(bought, root)) {
        const part = Math.min(put - taken - cents, left.get(cardId) ?? 0)
        cents += part
        left.set(cardId, (left.get(cardId) ?? 0) - part)
      }
      return { root, cents }
    })
}

const chainOf = (bought: readonly BoughtCard[], { rootId, itemIndex, piece }: BoughtCard): BoughtCard[] =>
  bought.filter((one) => one.rootId === rootId && one.itemIndex === itemIndex && one.piece === piece)

function refundableOf(
  { kept, payment }: Order,
  refunds: readonly CardOrderRefund[],
  shares: readonly Share[],
): Refunding {
  const { subTotalCents = 0, discountCents = 0, shippingCents = 0 } = kept ?? {}
  const sum = (of: (refund: CardOrderRefund) => Cents): Cents =>
    refunds.reduce((all, refund) => all + of(refund), 0)
  const unspent = shares.reduce((all, { cents }) => all + cents, 0)
  if (unspent === 0) return { problem: 'Nothing is left on the cards of this order.' }
  return {
    refundable: {
      face_cents: subTotalCents,
      discount_cents: discountCents,
      taken_cents: sum(({ taken }) => taken.reduce((all, { cents }) => all + cents, 0)),
      unspent_cents: unspent,
      shipping_cents: shippingCents - sum((refund) => refund.shippingCents),
      left_cents: (payment?.amountCents ?? 0) - sum(({ amountCents }) => amountCents),
    },
  }
}

/** The id of an order by the staff's reference. */
async function findOrderId(
  database: Queryable,
  { locationId }: Pick<Merchant, 'locationId'>,
  reference: string,
): Promise<string | undefined> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM card_orders WHERE location_id = $1 AND reference = $2 AND status = 'Submitted'`,
    [locationId, reference],
  )
  return rows[0]?.id
}

/** A placed order by the staff's reference, unlocked. Throws 404. */
export async function getOrderOf(
  database: Queryable,
  merchant: Pick<Merchant, 'locationId'>,
  reference: string,
): Promise<Order> {
  const id = await findOrderId(database, merchant, reference)
  const order = id === undefined ? undefined : await findOrder(database, merchant.locationId, id)
  if (!order) throw unknownOrder()
  return order
}

type Asked = { reference: string; body: RefundCardOrderBody; userId: string }

/**
 * Takes the unspent money off the order's cards and refunds it. Throws 404, and 409 changed_meanwhile where the amount is not the one that the staff saw, or
 * nothing can be refunded. Returns the order, the amount, and the last digits of the cards that it was taken off.
 */
export async function refundOrderOfCards(
  tx: Transaction,
  merchant: Merchant,
  { reference, body, userId }: Asked,
  ports: OrderPorts,
): Promise<{ order: Order; amountCents: Cents; lastFours: string[] }> {
  const { locationId } = merchant
  const orderId = await findOrderId(tx, merchant, reference)
  const order = orderId === undefined ? undefined : await lockOrder(tx, locationId, orderId)
  if (!order) throw unknownOrder()
  const { bought, result: cards } = await withAllCardsLocked(tx, locationId, order.id, (ids) =>
    lockCards(tx, merchant, ids),
  )
  const refunds = await lockOrderRefunds(tx, locationId, order.id)
  const problem = problemOf(order, refunds, {
    holds: await orderHoldsOf(tx, locationId, order.id),
    waiting: await isBeingMade(tx, locationId, order.id),
  })
  if (problem !== undefined) throw changedMeanwhile(problem)
  const shares = sharesOf(order, bought, refunds, cards)
  const refunding = refundableOf(order, refunds, shares)
  if ('problem' in refunding) throw changedMeanwhile(refunding.problem)
  const priced = priceCardRefund(refunding.refundable, { shipping: body.shipping })
  if (priced.amountCents !== body.amount_cents || priced.amountCents <= 0)
    throw changedMeanwhile(
      `${currencyText(priced.amountCents)} of this order can be refunded now. Please check it again.`,
    )
  const note = body.note?.trim() || undefined
  const refund: CardOrderRefund = {
    id: ports.ids.uuid(),
    orderId: order.id,
    userId,
    reason: body.reason,
    note,
    amountCents: priced.amountCents,
    shippingCents: priced.shippingCents,
    taken: shares
      .filter(({ cents }) => cents > 0)
      .map(({ root: { itemIndex: item, piece }, cents }) => ({ item, piece, cents })),
    at: ports.clock.now(),
    doneAt: undefined,
    providerRefundId: undefined,
  }
  insertOrderRefund(tx, locationId, refund)
  const { lastFours, endedLastFours } = takeShares(
    tx,
    merchant,
    order,
    { refund, shares, bought, cards, why: { reason: body.reason, note } },
    ports,
  )
  bookParts(tx, order, refund.id, priced, refund.at)
  notifyRefunded(tx, order, { ...refund, endedLastFours }, ports)
  return { order, amountCents: priced.amountCents, lastFours }
}

type Taking = {
  refund: CardOrderRefund
  shares: readonly Share[]
  bought: readonly BoughtCard[]
  cards: readonly LockedCard[]
  why: StaffReason
}

/** Takes each share off its cards. Returns their last digits, and those of the cards that are ended by it. */
function takeShares(
  tx: Transaction,
  merchant: Merchant,
  { id: orderId, type }: Order,
  { refund, shares, bought, cards, why }: Taking,
  ports: OrderPorts,
): { lastFours: string[]; endedLastFours: string[] } {
  const off = new Map<string, Cents>()
  for (const { root, cents } of shares) {
    let left = cents
    for (const { cardId } of chainOf(bought, root)) {
      const has = cards.find(({ id }) => id === cardId)!.balanceCents - (off.get(cardId) ?? 0)
      const part = Math.min(left, has)
      if (part > 0) off.set(cardId, (off.get(cardId) ?? 0) + part)
      left -= part
    }
  }
  const endedLastFours: string[] = []
  for (const [cardId, amountCents] of off) {
    const card = cards.find(({ id }) => id === cardId)!
    // A member's own card that was only loaded stays theirs, even when empty.
    const ends = type !== 'Reload'
    takeForRefund(tx, ports, merchant, card, { id: refund.id, orderId, amountCents, ends, why })
    if (ends && card.balanceCents === amountCents) {
      dropDeliveryOf(tx, merchant.locationId, cardId, ports.clock.now())
      // The buyer is told no digits of a card that now belongs to somebody else, or that nobody has seen yet.
      if (!isPosted(type) && bought.some(({ rootId }) => rootId === cardId))
        endedLastFours.push(card.lastFour)
    }
  }
  return {
    lastFours: [...off.keys()].map((cardId) => cards.find(({ id }) => id === cardId)!.lastFour),
    endedLastFours,
  }
}
