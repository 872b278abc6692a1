import { orderInstant } from '#contract/rules/sold-out.ts'
import { withSoldOut } from '#contract/rules/sold-out-book.ts'
import type { Location } from '#contract/schemas/location.ts'
import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import type { TicketState } from './ticket-store.ts'

/**
 * A book with the dishes that are sold out for the current order (extension `sold_out_today`): at its ready time if one is chosen, otherwise now. In the
 * reading mode, always now.
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
  // A time that has passed no longer counts: the guest must choose another one, from now on.
  return withSoldOut(book, list, Math.max(nowMs, orderInstant(view, location.time_zone, nowMs)))
}
