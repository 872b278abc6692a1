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
 * Cards that were lost or stolen (decision 065). A new card in the place of another is an order that cost nothing, as one that is passed on (gift-pass-on.ts): so
 * it is sent, found, exported and forgotten as every card is. Every function runs in the transaction that it is given.
 */

const free = { subTotalCents: 0, discountCents: 0, shippingCents: 0, totalCents: 0 }

/**
 * A card with the message that it goes by, kept from others. The orders come first, as for whoever changes a gift, so that no two wait for each other; an order
 * that becomes the card's meanwhile has its own card. Undefined for one that is not there.
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
  /** To whom the new card is sent. */
  buyer: Buyer
  language: PageLanguage
  why: StaffReason
  /** Whom the card had reached: they are told. */
  reader?: Reader
}

/** Moves what is on a locked card to a new one, and has it sent. */
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

/** Nothing more of a card is sent that was voided. */
export const stopSending = (
  tx: Transaction,
  { locationId }: Pick<Merchant, 'locationId'>,
  cardId: string,
  { clock }: Pick<OrderPorts, 'clock'>,
): void => dropDeliveryOf(tx, locationId, cardId, clock.now())
