import type { Queryable, Transaction } from '#server/db/database.ts'
import { freezeCards, type HoldCause, unfreezeCards } from '#server/modules/cards/holds.ts'
import { listLosses, type Loss } from './losses.ts'
import type { OrderPorts } from './service.ts'

/**
 * The cards that carry an order's money: those that it created or loaded, those that such a card was passed on to, and their replacements. Whoever is moving
 * money off a card holds that card's row, so this waits for them; cards are therefore searched and locked again until no new one turns up.
 */

/** `rootId`: the card that the order itself created or loaded. */
export type BoughtCard = { rootId: string; cardId: string; itemIndex: number; piece: number }

/** All of an order's cards, each with the card that its money came from. */
export async function listBought(
  database: Queryable,
  locationId: string,
  orderId: string,
): Promise<BoughtCard[]> {
  const rows = await database.query<{ root: string; card_id: string; item_index: number; piece: number }>(
    `WITH RECURSIVE bought (root, item_index, piece, card_id) AS (
       SELECT card_id, item_index, piece, card_id FROM card_order_cards WHERE location_id = $1 AND order_id = $2
       UNION
       SELECT b.root, b.item_index, b.piece, m.card_id FROM bought b
         JOIN card_orders o ON o.location_id = $1 AND o.passed_card_id = b.card_id
         JOIN card_order_cards m ON m.location_id = o.location_id AND m.order_id = o.id
     ) SELECT root, item_index, piece, card_id FROM bought ORDER BY item_index, piece, card_id`,
    [locationId, orderId],
  )
  return rows.map((row) => ({
    rootId: row.root,
    cardId: row.card_id,
    itemIndex: row.item_index,
    piece: row.piece,
  }))
}

/** Runs `work`, which locks all of an order's cards, again whenever more cards turned up meanwhile. Returns the cards, and the last result. */
export async function withAllCardsLocked<T>(
  tx: Transaction,
  locationId: string,
  orderId: string,
  work: (cardIds: string[]) => Promise<T>,
): Promise<{ bought: BoughtCard[]; result: T }> {
  for (let bought = await listBought(tx, locationId, orderId); ;) {
    const result = await work([...new Set(bought.map(({ cardId }) => cardId))])
    const now = await listBought(tx, locationId, orderId)
    if (now.length === bought.length) return { bought, result }
    bought = now
  }
}

/** Freezes the cards that carry an order's money, including those still to be made. */
export async function holdOrder(
  tx: Transaction,
  ports: Pick<OrderPorts, 'clock'>,
  locationId: string,
  orderId: string,
  cause: HoldCause,
): Promise<void> {
  tx.later(
    'INSERT INTO card_order_holds (location_id, order_id, cause, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [locationId, orderId, cause, ports.clock.now()],
  )
  await withAllCardsLocked(tx, locationId, orderId, (cardIds) =>
    freezeCards(tx, ports, { locationId }, cardIds, { cause }),
  )
}

/** Removes a cause from everything that it holds. */
export async function releaseOrder(
  tx: Transaction,
  ports: Pick<OrderPorts, 'clock'>,
  locationId: string,
  cause: HoldCause,
): Promise<void> {
  tx.later('DELETE FROM card_order_holds WHERE location_id = $1 AND cause = $2', [locationId, cause])
  await unfreezeCards(tx, ports, { locationId }, cause)
}

/** The causes that hold an order; each card made for it from now on gets them, too. */
export const listOrderHolds = async (
  database: Queryable,
  locationId: string,
  orderId: string,
): Promise<HoldCause[]> =>
  (
    await database.query<{ cause: HoldCause }>(
      'SELECT cause FROM card_order_holds WHERE location_id = $1 AND order_id = $2 ORDER BY cause',
      [locationId, orderId],
    )
  ).map(({ cause }) => cause)

/** How many causes hold an order, and how much of its money banks have taken back. */
export async function orderHoldsOf(
  database: Queryable,
  locationId: string,
  orderId: string,
): Promise<{ count: number; loss: Loss | undefined }> {
  const causes = await listOrderHolds(database, locationId, orderId)
  const [loss] = (await listLosses(database, locationId, causes)).values()
  return { count: causes.length, loss }
}
