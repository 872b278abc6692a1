import type { LarderDatabase } from './database.ts'
import { type PlacedOrderRow, readablePlaced } from './placed-orders.ts'

/** A payment of this device whose outcome is not known: of the order, of gift cards, of cards that go by post. `path` leads to where it is found out. */
export type OpenPayment = { key: string; of: 'order' | 'gift cards' | 'posted cards'; path: string }

/** What somebody has to be told of on every screen: the orders they placed on this device, and the payments that hang in the air. */
export type CurrentOrders = { placed: PlacedOrderRow[]; payments: OpenPayment[] }

type Who = { locationId: string; principal: string }

/** The orders of a principal that were placed on this device and not put aside, newest first, and their payments without an outcome. */
export async function listCurrentOrders(db: LarderDatabase, who: Who): Promise<CurrentOrders> {
  return await db.transaction('r', [db.placedOrders, db.attempts, db.cardAttempts, db.cardOrders], async () => {
    const rows = await db.placedOrders.where('[locationId+principal]').equals([who.locationId, who.principal]).sortBy('placedAt')
    const open = rows.toReversed().filter(isOpen).slice(0, lookedAt)
    return { placed: open.flatMap((row) => readablePlaced(row) ?? []), payments: await listOpenPayments(db, who) }
  })
}

/** How many orders are read whole: a launch has no time for those of last month. */
const lookedAt = 6

/** By what can be said of a row without reading all of it. */
const isOpen = ({ elsewhere, aside, ticket }: PlacedOrderRow): boolean =>
  elsewhere !== true && aside !== ticket?.status && ticket?.status !== 'Completed' && ticket?.status !== 'Expired'

async function listOpenPayments(db: LarderDatabase, { locationId, principal }: Who): Promise<OpenPayment[]> {
  const isOwn = (row: Who): boolean => row.locationId === locationId && row.principal === principal
  const orders = await db.attempts.filter(isOwn).toArray()
  const cards = await db.cardAttempts.filter(isOwn).toArray()
  const payments: OpenPayment[] = orders.map(({ key }) => ({ key, of: 'order', path: '/ordercheckout' }))
  for (const { key, kind, orderId } of cards) {
    if (kind === 'physical') payments.push({ key, of: 'posted cards', path: '/checkout' })
    else payments.push({ key, of: 'gift cards', path: await cardOrderPath(db, orderId) })
  }
  return payments
}

/** The page of an order for gift cards. */
async function cardOrderPath(db: LarderDatabase, orderId: string): Promise<string> {
  const row = await db.cardOrders.get(orderId)
  if (!row) return '/sendcard'
  return row.type.startsWith('Send') ? `/mycards/send/${row.type}/0` : `/mycards/${row.type}/${row.cardId ?? 0}`
}

/** A guest does not want to be told of an order any more, until it stands elsewhere than it does now. */
export async function putOrderAside(db: LarderDatabase, { locationId, principal }: Who, ticketId: string, status: string): Promise<void> {
  await db.placedOrders
    .where('ticketId')
    .equals(ticketId)
    .and((row) => row.locationId === locationId && row.principal === principal)
    .modify({ aside: status })
}
