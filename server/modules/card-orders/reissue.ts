import type { PageLanguage } from '#contract/languages/all.ts'
import type { Buyer } from '#contract/rules/card-order.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { StaffReason } from '#server/modules/cards/holds.ts'
import { type LockedCard, lockCards, moveToNewCard } from '#server/modules/cards/replace.ts'
import { addDelivery, dropDeliveryOf } from './deliveries.ts'
import { notifyReplaced } from './news.ts'
import type { Order } from './order.ts'
import { recordCard } from './place.ts'
import { insertOrder, updateOrder } from './repository.ts'
import { newOrder, type OrderPorts } from './service.ts'
import type { Reader } from './staff-orders.ts'

/**
 * Replaces cards that were lost or stolen (decision 065). The new card is stored as an order that cost nothing, like one that is passed on (gift-pass-on.ts),
 * so that it is sent, found, exported and forgotten like every card. Every function runs in the caller's transaction.
 */

const free = { subTotalCents: 0, discountCents: 0, shippingCents: 0, totalCents: 0 }

/**
 * Locks a card with its delivery. Its orders are locked first, as in every change of a gift, to avoid deadlocks; an order that becomes the card's meanwhile, a
 * reload, waits for the card's own lock. Undefined when the card does not exist.
 */
export async function lockCardWithOrders(
  tx: Transaction,
  merchant: Pick<Merchant, 'locationId'>,
  cardId: string,
): Promise<LockedCard | undefined> {
  await tx.query(
    `SELECT 1 AS locked FROM card_orders o WHERE o.location_id = $1
       AND o.id IN (SELECT order_id FROM card_order_cards WHERE location_id = $1 AND card_id = $2) ORDER BY o.id FOR UPDATE`,
    [merchant.locationId, cardId],
  )
  await tx.query(
    'SELECT 1 AS locked FROM card_deliveries WHERE location_id = $1 AND card_id = $2 FOR UPDATE',
    [merchant.locationId, cardId],
  )
  return (await lockCards(tx, merchant, [cardId]))[0]
}

type Replacing = {
  /** The recipient of the new card. */
  buyer: Buyer
  language: PageLanguage
  why: StaffReason
  /** Who had received the old card: they are told. */
  reader?: Reader
}

/** Moves the balance of a locked card to a new one, and sends it. */
export async function replaceCard(
  tx: Transaction,
  merchant: Merchant,
  card: LockedCard,
  { buyer, language, why, reader }: Replacing,
  ports: OrderPorts,
): Promise<void> {
  const nowMs = ports.clock.now()
  const order: Order = {
    ...newOrder(merchant, 'Purchase', { userId: card.userId, language }, ports),
    status: 'Submitted',
    programId: card.programId,
    items: [{ index: 1, priceCents: card.balanceCents, quantity: 1, programId: card.programId }],
    buyer,
    kept: free,
    passedCardId: card.id,
  }
  insertOrder(tx, order)
  updateOrder(tx, order)
  const issued = await moveToNewCard(tx, ports, merchant, card, { orderId: order.id, why })
  recordCard(tx, order, { index: 1 }, 1, issued.id)
  dropDeliveryOf(tx, merchant.locationId, card.id, nowMs)
  addDelivery(tx, ports, {
    locationId: merchant.locationId,
    id: ports.ids.uuid(),
    orderId: order.id,
    cardId: issued.id,
    channel: 'email',
    sentTo: buyer.buyer_email,
    claimCode: issued.claimCode,
    dueAt: nowMs,
  })
  if (reader && reader.email.toLowerCase() !== buyer.buyer_email.toLowerCase())
    notifyReplaced(tx, order, { ...reader, lastFour: card.lastFour }, ports)
}

/** Cancels what was still to be sent of a voided card. */
export const stopSending = (
  tx: Transaction,
  { locationId }: Pick<Merchant, 'locationId'>,
  cardId: string,
  { clock }: Pick<OrderPorts, 'clock'>,
): void => dropDeliveryOf(tx, locationId, cardId, clock.now())
