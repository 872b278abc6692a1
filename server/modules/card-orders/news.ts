import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  type CardPlacedFacts,
  type CardRefundEvent,
  type CardReplacedFacts,
  notifyBuyer,
} from '#server/modules/order-messages/outbox.ts'
import { isPosted, numberOf, type Order } from './order.ts'
import { isMessaged } from './schedule.ts'
import type { OrderPorts } from './service.ts'

type Back = {
  /** The refund's id. */
  id: string
  amountCents: Cents
  /** The last digits of the order's cards that the refund ended. */
  endedLastFours: readonly string[]
}

/** Tells the buyer of a refund, in the transaction that makes it. */
export const notifyRefunded = (
  tx: Transaction,
  order: Order,
  back: Back,
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void => tell(tx, order, 'cards-refunded', back, ports)

/** Tells the buyer that a refund did not arrive, and is owed. */
export const notifyRefundFailed = (
  tx: Transaction,
  order: Order,
  back: Omit<Back, 'endedLastFours'>,
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void => tell(tx, order, 'cards-refund-failed', { ...back, endedLastFours: [] }, ports)

function tell(
  tx: Transaction,
  order: Order,
  event: CardRefundEvent,
  { id, amountCents, endedLastFours }: Back,
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void {
  notifyBuyer(tx, ports, {
    ...toBuyer(order),
    event,
    about: id,
    facts: {
      number: numberOf(order),
      displayName: order.payment?.displayName ?? '',
      amountCents,
      endedLastFours: [...endedLastFours],
    },
  })
}

const toBuyer = ({ locationId, id: orderId, buyer, language }: Order) => ({
  locationId,
  orderId,
  email: buyer.buyer_email.trim(),
  language,
})

/** Tells the buyer that the order was placed. A guest's own card comes in a separate email. */
export function notifyPlaced(tx: Transaction, order: Order, ports: Pick<OrderPorts, 'clock' | 'ids'>): void {
  if (order.type === 'Purchase' && order.userId === undefined) return
  const { kept, payment, giftTime } = order
  const facts: CardPlacedFacts = {
    number: numberOf(order),
    how: deliveryKindOf(order),
    forName: nameOf(order),
    items: order.items.map(({ priceCents, quantity }) => ({ priceCents, quantity })),
    ...(giftTime && giftTime.atMs > ports.clock.now() && { giftTime }),
    shippingCents: kept?.shippingCents ?? 0,
    discountCents: kept?.discountCents ?? 0,
    totalCents: payment?.amountCents ?? 0,
    displayName: payment?.displayName ?? '',
  }
  notifyBuyer(tx, ports, { ...toBuyer(order), event: 'cards-placed', about: '', facts })
}

/**
 * Tells the giver that a gift could not be delivered, so that they can correct the address. `about`: which attempt. Somebody who bought for themselves sees it
 * on their order.
 */
export function notifyUndelivered(
  tx: Transaction,
  order: Order,
  about: string,
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void {
  if (!isMessaged(order)) return
  notifyBuyer(tx, ports, {
    ...toBuyer(order),
    event: 'cards-undelivered',
    about,
    facts: {
      number: numberOf(order),
      how: order.type === 'SendText' ? 'text' : 'email',
      forName: nameOf(order),
      isOfMember: order.userId !== undefined,
    },
  })
}

/** Tells the holder or giver of a card that the staff replaced it and the new one goes to another address: they may not have asked for that. */
export const notifyReplaced = (
  tx: Transaction,
  order: Order,
  { email, ...facts }: CardReplacedFacts & { email: string },
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void =>
  notifyBuyer(tx, ports, {
    ...toBuyer(order),
    email,
    event: 'cards-replaced',
    about: '',
    facts,
  })

const nameOf = ({ recipient: { recipient_first_name: first, recipient_last_name: last } }: Order): string =>
  `${first} ${last}`.trim()

function deliveryKindOf({ type }: Order): CardPlacedFacts['how'] {
  if (isPosted(type)) return 'post'
  if (type === 'Reload') return 'reload'
  return type === 'Purchase' ? 'account' : 'message'
}
