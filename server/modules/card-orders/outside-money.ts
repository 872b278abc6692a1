import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { freezeCards, type HoldCause, unfreezeCards } from '#server/modules/cards/holds.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import type { OutsideRefund, Payable } from '#server/modules/payments/payable.ts'
import type { Order } from './order.ts'
import type { OrderPorts } from './service.ts'

/** What becomes of an order for gift cards when its money goes back without us: by hand in the provider's pages, or through a cardholder's bank. */

/** The part of the order's payable that is about it. All that an order's money is on waits, until somebody has decided: a card whose money went back must not be spent, too. */
export const outsideMoney = (
  ports: OrderPorts,
): Pick<Payable<Order>, 'refundedOutside' | 'refundFailed' | 'disputed'> => ({
  async refundedOutside(tx, { locationId }, { id: orderId }, refund) {
    const { id, amountCents, isAll } = refund
    const back = { id: `${id}:back`, from: 'card_sales', to: 'card_provider', amountCents, orderId } as const
    recordTransfer(tx, locationId, back, ports.clock.now())
    if (isAll) await freezeBought(tx, ports, locationId, orderId, causeOf(refund))
  },
  async refundFailed(tx, merchant, { id: orderId }, refund) {
    const { id, amountCents } = refund
    const again = {
      id: `${id}:failed`,
      from: 'card_provider',
      to: 'card_sales',
      amountCents,
      orderId,
    } as const
    recordTransfer(tx, merchant.locationId, again, ports.clock.now())
    await unfreezeCards(tx, merchant, causeOf(refund))
  },
  async disputed(tx, merchant, { id: orderId }, { id, isOver }) {
    if (isOver) await unfreezeCards(tx, merchant, `dispute:${id}`)
    else await freezeBought(tx, ports, merchant.locationId, orderId, `dispute:${id}`)
  },
})

const causeOf = ({ id }: Pick<OutsideRefund, 'id'>): HoldCause => `refund:${id}`

/**
 * Freezes what an order's money is on: the cards that it made or loaded, and those that such a card was passed on to. Whoever is passing one on at this
 * moment is waited for by the first card's row, so it is looked again until there is nothing new.
 */
async function freezeBought(
  tx: Transaction,
  ports: OrderPorts,
  locationId: Merchant['locationId'],
  orderId: string,
  cause: HoldCause,
): Promise<void> {
  let known = 0
  for (;;) {
    const cardIds = await listBought(tx, locationId, orderId)
    if (cardIds.length === known) return
    known = cardIds.length
    await freezeCards(tx, ports, { locationId }, cardIds, cause)
  }
}

async function listBought(tx: Transaction, locationId: string, orderId: string): Promise<string[]> {
  const rows = await tx.query<{ card_id: string }>(
    `WITH RECURSIVE bought (card_id) AS (
       SELECT card_id FROM card_order_cards WHERE location_id = $1 AND order_id = $2
       UNION
       SELECT m.card_id FROM bought b
         JOIN card_orders o ON o.location_id = $1 AND o.passed_card_id = b.card_id
         JOIN card_order_cards m ON m.location_id = o.location_id AND m.order_id = o.id
     ) SELECT card_id FROM bought`,
    [locationId, orderId],
  )
  return rows.map((row) => row.card_id)
}
