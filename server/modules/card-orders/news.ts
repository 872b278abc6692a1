import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import { type CardOrderEvent, tellBuyer } from '#server/modules/order-messages/outbox.ts'
import { numberOf, type Order } from './order.ts'
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
  event: CardOrderEvent,
  { id, amountCents, endedLastFours }: Back,
  ports: Pick<OrderPorts, 'clock' | 'ids'>,
): void {
  tellBuyer(tx, ports, {
    event,
    locationId: order.locationId,
    orderId: order.id,
    about: id,
    facts: {
      number: numberOf(order),
      displayName: order.payment?.displayName ?? '',
      amountCents,
      endedLastFours: [...endedLastFours],
    },
    email: order.buyer.buyer_email.trim(),
    language: order.language,
  })
}
