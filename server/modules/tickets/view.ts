import { formatCents } from '#contract/money.ts'
import { lineTotalCents } from '#contract/pricing/line.ts'
import type { PricedTicket } from '#contract/pricing/ticket.ts'
import type { TicketLine, TicketOrder, TicketSettings, TicketTotals } from '#contract/schemas/ticket-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { priceOf } from './price.ts'
import { displayDate } from './slots.ts'
import { type Line, statusAt, type Ticket } from './ticket.ts'
import { wallClock } from './wall-clock.ts'

/** A ticket as the wire has it (specification §3 *Ticket order*, *Ticket totals*, *Ticket settings*), its order-ahead slots left out: they are shared. */
export function ticketOrderOf(merchant: Merchant, ticket: Ticket, nowMs: number): TicketOrder {
  return {
    id: ticket.id,
    name: ticket.name,
    status: statusAt(ticket, nowMs),
    items: ticket.lines.map(lineView),
    payments: ticket.payments.map((payment) => ({
      display_name: payment.displayName,
      display_amount: formatCents(payment.nonTipCents + payment.tipCents),
      tip: formatCents(payment.tipCents),
      tender_type: payment.tenderType,
    })),
    tip: formatCents(ticket.tipCents),
    totals: totalsOf(priceOf(merchant, ticket, nowMs)),
    settings: settingsOf(merchant),
    use_delivery: ticket.useDelivery,
    use_curbside: ticket.useCurbside,
    pretty_date: displayDate(wallClock(ticket.createdAt, merchant.location.time_zone).date),
    ...(ticket.readyDate !== undefined && { ready_date: ticket.readyDate, ready_date_display: displayDate(ticket.readyDate) }),
    ...(ticket.readyTime !== undefined && { ready_time: ticket.readyTime, ready_time_display: ticket.readyTime }),
    ...ticket.contact,
    ...(ticket.promoCode !== undefined && { promo_code: ticket.promoCode }),
    reward_can_be_used: false,
    ...(ticket.success && { success_message: ticket.success }),
  }
}

const lineView = (line: Line): TicketLine => ({
  index: line.index,
  menu_external_id: line.menu,
  menu_category_external_id: line.category,
  menu_item_external_id: line.item,
  menu_item: line.menuItem,
  name: line.name,
  quantity: line.quantity,
  price: line.unitCents,
  pretty_price: formatCents(lineTotalCents(line.unitCents, line.quantity)),
  modifiers: line.pricedModifiers,
})

const totalsOf = (priced: PricedTicket): TicketTotals => ({
  sub_total: formatCents(priced.subTotalCents),
  tax: formatCents(priced.taxCents),
  // A discount is shown negative (§9).
  discounts: formatCents(-priced.discountCents),
  tips: formatCents(priced.tipCents),
  due_tip: formatCents(priced.dueTipCents),
  due_non_tip: formatCents(priced.dueNonTipCents),
  total: formatCents(priced.totalCents),
  due: formatCents(priced.dueCents),
})

const settingsOf = (merchant: Merchant): TicketSettings => ({
  delivery_charge: formatCents(merchant.ordering.deliveryChargeCents),
  show_delivery_option: merchant.ordering.showDelivery,
  show_curbside_option: merchant.ordering.showCurbside,
  show_order_ahead_option: merchant.ordering.showOrderAhead,
  pay_tips_with_gift_card: merchant.ordering.payTipsWithGiftCard,
  available_order_ahead_time_slots_for_the_future: [],
})
