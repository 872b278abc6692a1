import { formatCents } from '#contract/money.ts'
import type { TicketLine, TicketOrder, TicketTotals } from '#contract/schemas/ticket-order.ts'
import type { TicketRow } from '#db/tickets.ts'

/** Builders of the server's answers about a ticket, without a server. */

export const line = (changes: Partial<TicketLine> = {}): TicketLine => ({
  index: 1,
  menu_external_id: 'dinner',
  menu_category_external_id: 'pizza',
  menu_item_external_id: 'margherita',
  menu_item: 'dinner.pizza.margherita',
  name: 'Margherita',
  quantity: 1,
  price: 1600,
  pretty_price: '$16.00',
  modifiers: [{ modifier: 'size-12', name: '12 inch', price: 0 }],
  ...changes,
})

const zero = formatCents(0)
export const noTotals: TicketTotals = {
  sub_total: zero,
  tax: zero,
  discounts: zero,
  tips: zero,
  due_tip: zero,
  due_non_tip: zero,
  total: zero,
  due: zero,
}

export const snapshotOf = (changes: Partial<TicketOrder> = {}): TicketOrder => ({
  id: 'ticket-1',
  name: '',
  status: 'Open',
  items: [line()],
  payments: [],
  tip: zero,
  totals: {
    ...noTotals,
    sub_total: '$16.00',
    tax: '$1.42',
    total: '$17.42',
    due_non_tip: '$17.42',
    due: '$17.42',
  },
  settings: {
    delivery_charge: '$4.50',
    show_delivery_option: true,
    show_curbside_option: true,
    show_order_ahead_option: true,
    pay_tips_with_gift_card: true,
    available_order_ahead_time_slots_for_the_future: [],
  },
  use_delivery: false,
  use_curbside: false,
  ...changes,
})

export const ticketRow = (changes: Partial<TicketRow> = {}): TicketRow => ({
  draftId: 'draft',
  locationId: 'tavola-nyc',
  principal: 'guest',
  ticketId: 'ticket-1',
  snapshot: snapshotOf(),
  lineIds: { 1: 'a' },
  refusals: [],
  updatedAt: 0,
  ...changes,
})
