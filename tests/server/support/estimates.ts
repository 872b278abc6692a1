import { priceLine } from '#contract/pricing/line.ts'
import { selectionOf } from '#contract/pricing/selection.ts'
import { findLineItem } from '#contract/rules/line-check.ts'
import type { EstimateRules } from '#contract/schemas/estimate-rules.ts'
import type { LocationAnswer } from '#contract/schemas/location.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { OrderLineItem, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { TicketChange } from '#db/outbox.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import type { ViewTotals } from '#lib/sync/ticket-view-types.ts'
import { waitingRows } from '../../src/support/changes.ts'
import { ticketRow } from '../../src/support/snapshots.ts'
import type { Guest } from './larder.ts'

/** An order's total on the device, and on the server. */

type Known = { rules: EstimateRules; book: MenuBook }

/** The device's rules and menu from the API. */
export async function knownTo(guest: Guest): Promise<Known> {
  const location = await guest.send<LocationAnswer>('GET', '/location/:loc')
  const book = await guest.send<MenuBook>('GET', '/location/:loc/menubook?mode=order')
  return { rules: location.body.location.estimate_rules!, book: book.body }
}

/** The device's totals of an order with dishes that are not sent yet; `known` replaces the rules and the menu from the API. */
export async function estimateOf(
  guest: Guest,
  snapshot: TicketOrder,
  added: readonly OrderLineItem[],
  changes: readonly TicketChange[],
  known?: Known,
): Promise<ViewTotals> {
  const { rules, book } = known ?? (await knownTo(guest))
  const adds = added.map((line, at): TicketChange => {
    const item = findLineItem(book, { ...line, unitCents: 0, modifiers: [] })!
    const priced = priceLine(item, selectionOf(item, line.modifiers).selection)
    return { kind: 'item.add', lineId: `l${at}`, line, shown: { name: item.name, ...priced } }
  })
  return viewTicket(ticketRow({ snapshot, lineIds: {} }), waitingRows(...adds, ...changes), rules).totals
}

/** The server's totals of an order. */
export const chargedOf = (ticket: TicketOrder): ViewTotals =>
  viewTicket(ticketRow({ snapshot: ticket, lineIds: {} }), [], undefined).totals
