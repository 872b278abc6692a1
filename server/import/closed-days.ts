import { formatDate } from '#contract/format-date.ts'
import { localTime } from '#contract/local-time.ts'
import type { Queryable } from '#server/db/database.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'
import { listOrdersForDays } from '#server/modules/tickets/find-placed.ts'

/** How many orders are named; for the rest, staff look at the day itself. */
const maxNamed = 20

/**
 * A line for each coming day that a merchant's files close although orders are placed for it: the guests who ordered before are not told by anybody else. The
 * orders are not changed.
 */
export async function listOrdersOnClosedDays(
  database: Queryable,
  { host, kitchen, location }: MerchantDocument,
  nowMs: number,
): Promise<string[]> {
  const today = localTime(nowMs, location.time_zone).date
  const closed = (kitchen.specialDays ?? []).filter(({ date, hours }) => hours.length === 0 && date >= today)
  const orders = await listOrdersForDays(
    database,
    host.locationId,
    closed.map(({ date }) => date),
  )
  return closed
    .map(({ date }) => date)
    .toSorted()
    .flatMap((date) => {
      const names = orders.flatMap(({ day, name }) => (day === date ? [name] : []))
      if (names.length === 0) return []
      const stand = names.length === 1 ? '1 order is scheduled' : `${names.length} orders are scheduled`
      const more = names.length > maxNamed ? ', …' : ''
      return [
        `${stand} for ${formatDate(date)}, which is closed now: ${names.slice(0, maxNamed).join(', ')}${more}`,
      ]
    })
}
