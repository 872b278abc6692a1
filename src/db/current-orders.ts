import type { PayableKind } from '#contract/payables.ts'
import { listAttempts } from './attempts.ts'
import type { LarderDatabase } from './database.ts'
import { type PlacedOrderRow, readablePlaced } from './placed-orders.ts'

/** A payment of this device whose outcome is not known: of the order, of gift cards, of cards that go by post. `path` leads to where it is found out. */
export type OpenPayment = { key: string; of: 'order' | 'gift cards' | 'posted cards'; path: string }

/** What somebody has to be told of on every screen: the orders they placed on this device or as this member, and the payments that hang in the air. */
export type CurrentOrders = { placed: PlacedOrderRow[]; payments: OpenPayment[] }

type Who = { locationId: string; principal: string }

/** The orders of a principal that were not put aside, newest first, without those that were only looked at here; and their payments without an outcome. */
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

/** How many orders are read whole: a launch has no time for those of last month. */
const lookedAt = 6

/** By what can be said of a row without reading all of it. */
const isOpen = ({ elsewhere, isAwaited, aside, ticket }: PlacedOrderRow): boolean =>
  (elsewhere !== true || isAwaited === true) &&
  aside !== ticket?.status &&
  ticket?.status !== 'Completed' &&
  ticket?.status !== 'Expired'

/** What each kind of payable is called, and where its payment is found out. */
const placeOf: Record<
  PayableKind,
  (db: LarderDatabase, payableId: string) => Promise<Omit<OpenPayment, 'key'>>
> = {
  ticket: async () => ({ of: 'order', path: '/ordercheckout' }),
  'card-order': async (db, payableId) => ({ of: 'gift cards', path: await cardOrderPath(db, payableId) }),
  'posted-order': async () => ({ of: 'posted cards', path: '/checkout' }),
}

/** A person's payments whose outcome is not known, the oldest first, with where each is found out. */
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
  if (!row) return '/sendcard'
  return row.type.startsWith('Send')
    ? `/mycards/send/${row.type}/0`
    : `/mycards/${row.type}/${row.cardId ?? 0}`
}

/** A guest does not want to be told of an order any more, until it stands elsewhere than it does now. */
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
