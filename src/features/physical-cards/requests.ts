import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type {
  PhysicalItem,
  PhysicalOrder,
  PhysicalOrderBody,
  PhysicalProductsAnswer,
} from '#contract/schemas/physical-order.ts'
import { writeIfUnchanged } from '#db/if-unchanged.ts'
import {
  beginPhysicalOrder,
  findPhysicalOrder,
  type PhysicalOrderRow,
  removePhysicalOrder,
  savePhysicalOrder,
} from '#db/physical-orders.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import type { Services } from '#lib/query/services.ts'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'

/** The cart of mailed cards: created on the first add, then always sent whole (specification §4 *Gift cart*, §7). It needs a signal. */

export type NewItem = Omit<PhysicalItem, 'index'>

/** The cards that can be mailed, and the postage. Throws AppError. */
export const listProducts = async ({ api }: Services): Promise<PhysicalProductsAnswer> =>
  await api.send(cardEndpoints.listPhysicalProducts)

/** Whether the cart can still be changed. */
export const isOpen = ({ status }: PhysicalOrder): boolean =>
  !isCardOrderPlaced(status) && status !== 'Expired'

/** Adds a card to the cart, and starts a cart if there is none or the old one is finished. Throws AppError. */
export async function addToCart(services: Services, item: NewItem, key: string): Promise<void> {
  const { api, db, clock, locationId } = services
  // The person who tapped: somebody else may be signed in when the answer comes, and must not get their cart.
  const principal = services.principal()
  const stored = (await findPhysicalOrder(db, locationId, principal))?.row
  if (stored && isOpen(stored.snapshot)) {
    try {
      await updateCart(services, stored, { items: [...stored.snapshot.items.map(itemOf), item] }, key)
      return
    } catch (cause) {
      if (asAppError(cause).code !== 'not_found') throw cause
    }
  }
  const { physical_order: snapshot } = await api.send(cardEndpoints.startPhysicalOrder, {
    body: { items: [item] },
    // The first try used the key for another call: a key belongs to one call only.
    key: stored ? services.ids.uuid() : key,
  })
  if (stored) await removePhysicalOrder(db, stored.orderId)
  await beginPhysicalOrder(db, {
    orderId: snapshot.id,
    locationId,
    principal,
    snapshot,
    // What was typed for a paid cart was for its recipient.
    typed: stored && !isCardOrderPlaced(stored.snapshot.status) ? stored.typed : {},
    updatedAt: clock.now(),
  })
}

/** Saves the cart with changes; returns the server's message. Throws AppError. */
export async function updateCart(
  { api, db, clock }: Services,
  row: PhysicalOrderRow,
  changes: Partial<PhysicalOrderBody>,
  key: string,
): Promise<string | undefined> {
  const body = { ...wholeOf(row.snapshot), ...changes }
  const { physical_order, message } = await api.send(cardEndpoints.updatePhysicalOrder, {
    params: { id: row.orderId },
    body,
    key,
  })
  await savePhysicalOrder(db, row.orderId, physical_order, clock.now())
  return message
}

/** Fetches a stored cart again; one that the server no longer knows, or that has expired, is removed. Without an answer the copy stays. */
export async function refreshCart({ api, db, clock }: Services, row: PhysicalOrderRow): Promise<void> {
  try {
    const { physical_order } = await api.send(cardEndpoints.getPhysicalOrder, { params: { id: row.orderId } })
    if (physical_order.status === 'Expired') await removePhysicalOrder(db, row.orderId)
    else
      await writeIfUnchanged(db, db.physicalOrders, { key: row.orderId, seenAt: row.updatedAt }, () =>
        savePhysicalOrder(db, row.orderId, physical_order, clock.now()),
      )
  } catch (cause) {
    if (asAppError(cause).code === 'not_found') await removePhysicalOrder(db, row.orderId)
  }
}

const itemOf = ({ item, price, quantity }: PhysicalItem): NewItem => ({ item, price, quantity })

/** An order as a body that leaves it unchanged. */
export function wholeOf(order: PhysicalOrder): PhysicalOrderBody {
  const { id: _id, totals: _totals, status: _status, promo_problem: _problem, items, ...rest } = order
  return { ...rest, items: items.map(itemOf), status: 'Open' }
}
