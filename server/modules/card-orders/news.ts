import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  type CardOrderEvent,
  type CardPlacedFacts,
  tellBuyer,
} from '#server/modules/order-messages/outbox.ts'
import { isPosted, numberOf, type Order } from './order.ts'
import type { OrderPorts } from './service.ts'

type Back = {
  /** The id of what goes back. */
  id: string
  amountCents: Cents
  /** Of the order's cards that are no longer good. */
  endedLastFours: readonly string[]
}

/** Money of an order goes back: its buyer is told, in the transaction that makes it so. */
export const tellRefunded = (
  tx: Transaction,
  order: Order,
  back: Back,
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void => tell(tx, order, 'cards-refunded', back, ports)

/** It did not arrive, and is owed. */
export const tellRefundFailed = (
  tx: Transaction,
  order: Order,
  back: Omit<Back, 'endedLastFours'>,
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void => tell(tx, order, 'cards-refund-failed', { ...back, endedLastFours: [] }, ports)

function tell(
  tx: Transaction,
  order: Order,
  event: Exclude<CardOrderEvent, 'cards-placed'>,
  { id, amountCents, endedLastFours }: Back,
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void {
  tellBuyer(tx, ports, {
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

/** It is in. A guest's own card comes by an email of its own. */
export function tellPlaced(tx: Transaction, order: Order, ports: Pick<OrderPorts, 'clock' | 'ids'>): void {
  if (order.type === 'Purchase' && order.userId === undefined) return
  const { recipient, kept, payment, giftTime } = order
  const facts: CardPlacedFacts = {
    number: numberOf(order),
    how: howOf(order),
    forName: `${recipient.recipient_first_name} ${recipient.recipient_last_name}`.trim(),
    ...(giftTime && giftTime.atMs > ports.clock.now() && { giftTime }),
    shippingCents: kept?.shippingCents ?? 0,
    discountCents: kept?.discountCents ?? 0,
    totalCents: payment?.amountCents ?? 0,
    displayName: payment?.displayName ?? '',
  }
  tellBuyer(tx, ports, { ...toBuyer(order), event: 'cards-placed', about: '', facts })
}

function howOf({ type }: Order): CardPlacedFacts['how'] {
  if (isPosted(type)) return 'post'
  if (type === 'Reload') return 'reload'
  return type === 'Purchase' ? 'account' : 'message'
}
