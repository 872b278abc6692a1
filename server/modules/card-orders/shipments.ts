import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { freezeCards, type HoldCause } from '#server/modules/cards/holds.ts'
import { type CardPorts, issueCard } from '#server/modules/cards/issue.ts'
import { listOrderHolds } from './bought.ts'
import { recordCard } from './place.ts'

/**
 * Cards that go by mail. One order may have ten thousand: it is placed with the number to make, and the cards are made afterwards in small batches. Their
 * numbers are emailed to nobody; whoever prints the cards reads them with `npm run merchant -- posted-cards`.
 */

type Shipment = {
  location_id: string
  order_id: string
  item_index: number
  program_id: string
  amount_cents: number
  quantity: number
  made: number
}

/** As many as occupy the embedded engine's one connection for a few hundredths of a second. */
const batchSize = 25

/** Whether an order still has cards to be made. */
export async function isBeingMade(
  database: Queryable,
  locationId: string,
  orderId: string,
): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 AS waits FROM card_shipments WHERE location_id = $1 AND order_id = $2 AND made < quantity',
    [locationId, orderId],
  )
  return rows.length > 0
}

/** Makes a batch of the outstanding cards, each once: `made` goes up with them, under the row's lock. Returns whether there were any. */
export const makePostedCards = (database: Database, ports: CardPorts): Promise<boolean> =>
  database.transaction((tx) => makeBatch(tx, ports))

async function makeBatch(tx: Transaction, ports: CardPorts): Promise<boolean> {
  const rows = await tx.query<Shipment>(
    `SELECT location_id, order_id, item_index, program_id, amount_cents, quantity, made FROM card_shipments
     WHERE made < quantity ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  )
  const shipment = rows[0]
  if (!shipment) return false
  const made = Math.min(shipment.quantity, shipment.made + batchSize)
  // Waits for whoever is holding or refunding the order: cards made after that are held, too.
  await tx.query('SELECT 1 AS locked FROM card_orders WHERE location_id = $1 AND id = $2 FOR UPDATE', [
    shipment.location_id,
    shipment.order_id,
  ])
  const causes = await listOrderHolds(tx, shipment.location_id, shipment.order_id)
  for (let piece = shipment.made + 1; piece <= made; piece++)
    await makeOne(tx, ports, shipment, piece, causes)
  tx.later(
    'UPDATE card_shipments SET made = $4 WHERE location_id = $1 AND order_id = $2 AND item_index = $3',
    [shipment.location_id, shipment.order_id, shipment.item_index, made],
  )
  return true
}

async function makeOne(
  tx: Transaction,
  ports: CardPorts,
  shipment: Shipment,
  piece: number,
  causes: readonly HoldCause[],
): Promise<void> {
  const place = { locationId: shipment.location_id }
  const card = {
    programId: shipment.program_id,
    amountCents: shipment.amount_cents,
    orderId: shipment.order_id,
  }
  const { id } = await issueCard(tx, ports, place, card)
  recordCard(tx, { ...place, id: shipment.order_id }, { index: shipment.item_index }, piece, id)
  for (const cause of causes) await freezeCards(tx, ports, place, [id], { cause })
}
