import type { PayableKind } from '#contract/payables.ts'
import { listAttempts } from './attempts.ts'
import type { CardOrderRow } from './card-orders.ts'
import type { LarderDatabase } from './database.ts'
import { type PlacedOrderRow, readablePlaced } from './placed-orders.ts'

/**
 * A payment from this device whose outcome is unknown: of the order, of gift cards, of cards that go by post. `path` is the page that finds the outcome out.
 */
export type OpenPayment = { key: string; of: 'order' | 'gift cards' | 'posted cards'; path: string }

/** What every screen shows a person: the orders they placed on this device or as this member, and the payments whose outcome is unknown. */
export type CurrentOrders = { placed: PlacedOrderRow[]; payments: OpenPayment[] }

type Who = { locationId: string; principal: string }

/** A principal's orders that were not dismissed, newest first, without those that were only viewed here; and their payments without an outcome. */
export async function listCurrentOrders(db: LarderDatabase, who: Who): Promise<CurrentOrders> {
  return await db.transaction('r', [db.placedOrders, db.paymentAttempts, db.cardOrders], async () => {
    const rows = await db.placedOrders
      .where('[locationId+principal]')
      .equals([who.locationId, who.principal])
      .sortBy('placedAt')
    const open = rows.toReversed().filter(isOpen).slice(0, lookedAt)
    return {
      placed: open.flatMap((row) => readablePlaced(row) ?? []),
      payments: await listOpenPayments(db, who),
    }
  })
}

/** How many orders are read in full: a launch has no time for last month's. */
const lookedAt = 6

/** By the fields that are known without reading the whole row. */
const isOpen = ({ elsewhere, isAwaited, aside, ticket }: PlacedOrderRow): boolean =>
  (elsewhere !== true || isAwaited === true) &&
  aside !== ticket?.status &&
  ticket?.status !== 'Completed' &&
  ticket?.status !== 'Expired'

/** What each kind of payable is called, and the page that finds its outcome out. */
const placeOf: Record<
  PayableKind,
  (db: LarderDatabase, payableId: string) => Promise<Omit<OpenPayment, 'key'>>
> = {
  ticket: async () => ({ of: 'order', path: '/ordercheckout' }),
  'card-order': async (db, payableId) => ({ of: 'gift cards', path: await cardOrderPath(db, payableId) }),
  'posted-order': async () => ({ of: 'posted cards', path: '/checkout' }),
}

/** A person's payments whose outcome is unknown, the oldest first, each with the page that finds it out. */
export async function listOpenPayments(
  db: LarderDatabase,
  { locationId, principal }: Who,
): Promise<OpenPayment[]> {
  const payments: OpenPayment[] = []
  for (const { key, payable, payableId } of await listAttempts(db, locationId, principal))
    payments.push({ key, ...(await placeOf[payable](db, payableId)) })
  return payments
}

/** The page of an order for gift cards. */
async function cardOrderPath(db: LarderDatabase, orderId: string): Promise<string> {
  const row = await db.cardOrders.get(orderId)
  return row ? pathOfCardOrder(row) : '/sendcard'
}

export const pathOfCardOrder = ({ type, cardId }: Pick<CardOrderRow, 'type' | 'cardId'>): string =>
  type.startsWith('Send')
    ? `/mycards/send/${type}/0`
    : `/mycards/${type}/${encodeURIComponent(cardId ?? '0')}`

/** A guest dismissed an order: it is not shown again until its status changes. */
export async function dismissOrder(
  db: LarderDatabase,
  { locationId, principal }: Who,
  ticketId: string,
  status: string,
): Promise<void> {
  await db.placedOrders
    .where('ticketId')
    .equals(ticketId)
    .and((row) => row.locationId === locationId && row.principal === principal)
    .modify({ aside: status })
}
