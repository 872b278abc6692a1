import { orderInstant } from '#contract/rules/sold-out.ts'
import { withSoldOut } from '#contract/rules/sold-out-book.ts'
import type { Location } from '#contract/schemas/location.ts'
import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import type { TicketState } from './ticket-store.ts'

/**
 * A book as the order that is begun can have it (extension `sold_out_today`): by its ready time where one is chosen, else by now. What is only looked at is by now.
 */
export function soldOutIn(
  book: MenuBook,
  mode: MenuMode,
  location: Location,
  ticket: TicketState,
  nowMs: number,
): MenuBook {
  const list = location.sold_out
  if (!list) return book
  const view =
    mode === 'order' && ticket.state === 'active' && !isFinished(ticket.view.status) ? ticket.view : {}
  // A time that is past is no time any more: another is chosen, from now on.
  return withSoldOut(book, list, Math.max(nowMs, orderInstant(view, location.time_zone, nowMs)))
}
