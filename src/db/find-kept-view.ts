import { guest } from './names.ts'
import type { KeptViewRow } from './rows/kept-views.ts'
import { answerOf, fieldOf, readExisting, textIn } from './without-dexie.ts'

/**
 * A fingerprint of what screens show of an order: its lines, its price, and the ids of its pending changes (`opIds`, in any order). It differs for every other
 * order, and is empty where there is none.
 */
export function markOf(order: unknown, opIds: readonly unknown[]): string {
  const snapshot = fieldOf(order, 'snapshot')
  const shown = ['status', 'items', 'totals', 'tip', 'payments'].map((name) => fieldOf(snapshot, name))
  return order === undefined ? '' : JSON.stringify([...shown, opIds.map(String).toSorted()])
}

export type KeptView = Pick<KeptViewRow, 'markup' | 'css' | 'language'>

/**
 * The view of an address that this build may show to the current user with the current order; undefined where there is none. For the worker, before anything
 * else is loaded; never rejects.
 */
export async function findKeptView(
  factory: IDBFactory,
  address: string,
  build: string,
): Promise<KeptView | undefined> {
  return await readExisting(factory, tables, async (reading) => {
    const rows: unknown[] = await answerOf(reading.objectStore('keptViews').index('address').getAll(address))
    const newest = await readNewest(reading)
    for (const row of rows) {
      if (!isView(row) || row.build !== build || row.locationId !== newest) continue
      const session: unknown = await answerOf(reading.objectStore('sessions').get(row.locationId))
      const principal = textIn(session, 'token') === undefined ? guest : textIn(session, 'principal')
      if (row.principal !== principal) continue
      if (row.order && (await readMark(reading, row.order)) !== row.order.mark) continue
      const { markup, css, language } = row
      return { markup, css, language }
    }
    return undefined
  })
}

/** The location of this host: that of the view that was kept last. A location that used the host earlier may still have views here. */
async function readNewest(reading: IDBTransaction): Promise<string | undefined> {
  const last = await answerOf(reading.objectStore('keptViews').index('savedAt').openCursor(null, 'prev'))
  return textIn(last?.value, 'locationId')
}

const tables = ['keptViews', 'sessions', 'tickets', 'physicalOrders', 'outbox']

/** The fingerprint of an order as it is now. */
async function readMark(
  reading: IDBTransaction,
  { table, id }: NonNullable<KeptViewRow['order']>,
): Promise<string> {
  const order: unknown = await answerOf(reading.objectStore(table).get(id))
  // Cards by post need a network: none of their changes is in the outbox.
  const waiting: unknown[] = await answerOf(reading.objectStore('outbox').index('draftId').getAll(id))
  return markOf(
    order,
    waiting.map((change) => fieldOf(change, 'opId')),
  )
}

const isView = (row: unknown): row is KeptViewRow =>
  textIn(row, 'locationId') !== undefined &&
  textIn(row, 'markup') !== undefined &&
  typeof fieldOf(row, 'css') === 'string'
