import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { checkNotSoldOut } from './guards.ts'
import { lineOf } from './lines.ts'
import type { TicketPorts } from './ports.ts'
import type { Line, Ticket } from './ticket.ts'

/** The line of a sent item, for a dish that the order can have. Throws 422 for an item that is not on the menu or incomplete, 409 sold_out. */
export function getLine(
  merchant: Merchant,
  ticket: Ticket,
  sent: OrderLineItem,
  { index, field }: { index: number; field: string },
  { soldOut, clock }: TicketPorts,
): Line {
  const line = lineOf(merchant, sent, index, field)
  checkNotSoldOut(merchant, ticket, line, `${field}menu_item`, { soldOut, nowMs: clock.now() })
  return line
}

/** Lines with new numbers, after those that the ticket has used. Throws like `getLine`, naming each line by its place in the request. */
export const getLines = (
  merchant: Merchant,
  ticket: Ticket,
  sent: readonly OrderLineItem[],
  ports: TicketPorts,
): Line[] =>
  sent.map((one, position) =>
    getLine(
      merchant,
      ticket,
      one,
      { index: ticket.nextIndex + position, field: `items.${position}.` },
      ports,
    ),
  )
