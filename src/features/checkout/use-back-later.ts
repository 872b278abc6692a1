import { listBackLater, slotsFrom } from '#contract/rules/sold-out.ts'
import type { SlotDay } from '#contract/schemas/ticket-order.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { useNow } from '#lib/time/use-now.ts'

/** The times at which everything on the order is available again, and which dishes are sold out until then; all times if none is. */
export function useBackLater(
  { lines }: Pick<TicketView, 'lines'>,
  days: readonly SlotDay[],
): { days: readonly SlotDay[]; names: string[] } {
  const location = useLocationCopy()?.location
  const now = useNow()
  if (!location || now === undefined) return { days, names: [] }
  const dishes = listBackLater(lines, location.sold_out, now)
  const last = dishes.at(-1)
  return {
    days: last ? slotsFrom(days, last.untilMs, location.time_zone) : days,
    names: [...new Set(dishes.map(({ name }) => name))],
  }
}
