import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { checkNotSoldOut } from './guards.ts'
import { lineOf } from './lines.ts'
import type { TicketPorts } from './ports.ts'
import type { Line, Ticket } from './ticket.ts'

/** The line that a sent item means, of a dish that the order can have. Throws 422 for what is not on the menu or not complete, 409 sold_out. */
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

/** Lines with numbers of their own, after those that the ticket has given. Throws like `getLine`, naming each by its place among those sent. */
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
