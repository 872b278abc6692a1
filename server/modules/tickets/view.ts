import { formatDate } from '#contract/format-date.ts'
import { formatTimeOfDay } from '#contract/local-time.ts'
import { currencyText } from '#contract/currency-text.ts'
import { lineTotalCents } from '#contract/pricing/line.ts'
import { emptySelection, modifiersOf } from '#contract/pricing/selection.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import type { DiscountTerms } from '#contract/schemas/discount.ts'
import type {
  TicketEvent,
  TicketLine,
  TicketOrder,
  TicketSettings,
  TicketTotals,
} from '#contract/schemas/ticket-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { isRewardUsable } from '#server/modules/accounts/rewards.ts'
import { findApplicablePromo, promoNotice } from '#server/modules/promo/rules.ts'
import { slotOf } from './capacity.ts'
import { priceOf, purchaseOf, taxLinesOf, type TicketPrice } from './price.ts'
import { takenByBank } from './disputed-payments.ts'
import { refundsView } from './refund-view.ts'
import { hasPickup } from './guards.ts'
import { messageOf } from './cancellation-text.ts'
import {
  heldUntil,
  historyOf,
  isPlaced,
  type Line,
  statusAt,
  type Ticket,
  type TicketStep,
  type TicketPayment,
} from './ticket.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'

/** A ticket in the API's form (specification §3 *Ticket order*, *Ticket totals*, *Ticket settings*), without its order-ahead slots, which answers share. */
export function ticketOrderOf(merchant: Merchant, ticket: Ticket, nowMs: number): TicketOrder {
  const price = priceOf(merchant, ticket, nowMs)
  const heldUntilMs = heldUntil(ticket)
  return {
    id: ticket.id,
    name: ticket.name,
    status: statusAt(ticket, nowMs),
    ...(ticket.setBackAt !== undefined && !isPlaced(ticket) && { set_back: true }),
    items: ticket.lines.map(lineView),
    ...(!isPlaced(ticket) && { next_index: ticket.nextIndex }),
    payments: paymentsOf(ticket, price),
    // A fixed tip is still shown while there is nothing to tip for, and counts again with the next dish.
    tip: currencyText(ticket.tipPercent === undefined ? ticket.tipCents : price.tipCents),
    ...(ticket.tipPercent !== undefined && { tip_percent: ticket.tipPercent }),
    totals: totalsOf(price),
    settings: settingsOf(merchant),
    use_delivery: ticket.useDelivery,
    use_curbside: ticket.useCurbside,
    pretty_date: formatDate(wallClock(ticket.createdAt, merchant.location.time_zone).date),
    ...(ticket.readyDate !== undefined && {
      ready_date: ticket.readyDate,
      ready_date_display: formatDate(ticket.readyDate),
    }),
    ...(ticket.readyTime !== undefined && {
      ready_time: ticket.readyTime,
      ready_time_display: ticket.readyTime,
    }),
    ...(ticket.heldSlot !== undefined && ticket.heldSlot === slotOf(ticket) && { ready_time_held: true }),
    ...ticket.contact,
    recipient_checked_in: ticket.checkedInAt !== undefined,
    ...(ticket.checkedInAt !== undefined && { checked_in_at: new Date(ticket.checkedInAt).toISOString() }),
    ...discountOf(merchant, ticket, nowMs),
    reward_can_be_used: canUseReward(merchant, ticket, nowMs),
    customized: isCustomized(merchant, ticket),
    history: historyOf(ticket).map((step) => stepView(step, merchant.location.time_zone)),
    ...(isPlaced(ticket) && { receipt: receiptPath('ticket_order', ticket.id) }),
    ...(heldUntilMs !== undefined && { held_until: new Date(heldUntilMs).toISOString() }),
    ...(ticket.success && { success_message: { ...ticket.success, message: messageOf(ticket) } }),
    ...refundsView(ticket, merchant.location.time_zone),
    ...(ticket.userId === undefined && ticket.orderKey !== undefined && { order_key: ticket.orderKey }),
  }
}

/** Notes on a ticket's discounts. Once there are payments, discounts are fixed. */
function discountOf(
  merchant: Merchant,
  ticket: Ticket,
  nowMs: number,
): Pick<TicketOrder, 'promo_code' | 'promo_problem' | 'discount_terms'> {
  const { promoCode, reward } = ticket
  const code = promoCode !== undefined && { promo_code: promoCode }
  if (ticket.kept) return { ...code }
  const purchase = purchaseOf(ticket)
  const promo = findApplicablePromo(merchant, promoCode, purchase, nowMs)
  const problem = promoNotice(merchant, promoCode, purchase, nowMs)
  const terms: DiscountTerms = {
    ...(promo &&
      ('percent' in promo.discount
        ? { percent: promo.discount.percent }
        : { amount: currencyText(promo.discount.amountCents) })),
    ...(promo && { minimum: currencyText(promo.minimumCents) }),
    ...(reward && { reward: currencyText(reward.amountCents) }),
  }
  return {
    ...code,
    ...(problem !== undefined && { promo_problem: problem }),
    ...((promoCode !== undefined || reward) && { discount_terms: terms }),
  }
}

/** A reward is listed first but reduces no due amount here: it is a discount. */
const paymentsOf = (
  { reward, payments, refunds }: Ticket,
  { rewardCents }: TicketPrice,
): TicketOrder['payments'] => [
  ...(reward
    ? [
        {
          display_name: reward.name,
          display_amount: currencyText(rewardCents),
          tip: currencyText(0),
          tender_type: 'reward' as const,
        },
      ]
    : []),
  ...payments.map((payment) => ({
    display_name: payment.displayName,
    display_amount: currencyText(payment.nonTipCents + payment.tipCents),
    tip: currencyText(payment.tipCents),
    tender_type: payment.tenderType,
    ...disputeOf(payment, refunds),
    ...backToOf(payment),
  })),
]

/** Which card would get the money back, where that is not the one that paid, or is void or on hold. */
const backToOf = ({
  displayName,
  backTo,
}: TicketPayment): Pick<TicketOrder['payments'][number], 'back_to' | 'card_void' | 'card_held'> => ({
  ...(backTo && backTo.displayName !== displayName && { back_to: backTo.displayName }),
  ...(backTo?.isVoid && { card_void: true }),
  ...(backTo?.isHeld && { card_held: true }),
})

/** If a bank has taken only a part for good, the restaurant can still refund the rest. */
function disputeOf(
  payment: TicketPayment,
  refunds: Ticket['refunds'],
): Pick<TicketOrder['payments'][number], 'dispute' | 'taken_back'> {
  const { dispute, nonTipCents, tipCents, lostCents = 0 } = payment
  if (dispute === 'lost' && lostCents >= nonTipCents + tipCents) return { dispute }
  const takenCents = takenByBank(payment, refunds)
  return {
    ...(dispute === 'open' && { dispute }),
    ...(takenCents > 0 && { taken_back: currencyText(takenCents) }),
  }
}

const canUseReward = (merchant: Merchant, ticket: Ticket, nowMs: number): boolean =>
  statusAt(ticket, nowMs) === 'Open' &&
  !ticket.reward &&
  ticket.payments.length === 0 &&
  isRewardUsable(merchant, ticket.rewardUntil, nowMs)

/** A status change in the API's form, in the location's time zone. */
export const stepView = ({ status, at }: TicketStep, timeZone: string): TicketEvent => ({
  status,
  at: new Date(at).toISOString(),
  display: formatTimeOfDay(wallClock(at, timeZone).minutes),
})

/** Whether any line differs from the dish as it comes. */
const isCustomized = (merchant: Merchant, { lines }: Ticket): boolean =>
  lines.some((line) => {
    const item = merchant.findOrderItem(line.menu, line.category, line.item)
    if (!item) return line.sentModifiers.length > 0
    return (
      modifiersOf(item, emptySelection)
        .map((one) => one.modifier)
        .join() !== line.sentModifiers.join()
    )
  })

const lineView = (line: Line): TicketLine => ({
  index: line.index,
  menu_external_id: line.menu,
  menu_category_external_id: line.category,
  menu_item_external_id: line.item,
  menu_item: line.menuItem,
  name: line.name,
  quantity: line.quantity,
  price: line.unitCents,
  pretty_price: currencyText(lineTotalCents(line.unitCents, line.quantity)),
  modifiers: line.pricedModifiers,
  ...(line.allergens && { allergens: line.allergens }),
  ...(line.taxParts && {
    tax_parts: line.taxParts.map(({ taxClass, cents }) => ({ tax_class: taxClass, price: cents })),
  }),
})

const totalsOf = (priced: TicketPrice): TicketTotals => ({
  sub_total: currencyText(priced.subTotalCents),
  tax: currencyText(priced.taxCents),
  // A discount is shown negative (§9).
  discounts: currencyText(-priced.discountCents),
  tips: currencyText(priced.tipCents),
  due_tip: currencyText(priced.dueTipCents),
  due_non_tip: currencyText(priced.dueNonTipCents),
  total: currencyText(priced.totalCents),
  due: currencyText(priced.dueCents),
  ...taxLinesOf(priced),
})

const settingsOf = (merchant: Merchant): TicketSettings => ({
  delivery_charge: currencyText(merchant.ordering.deliveryChargeCents),
  show_delivery_option: merchant.ordering.showDelivery,
  ...(merchant.ordering.deliveryZips && { delivery_zips: merchant.ordering.deliveryZips }),
  show_curbside_option: merchant.ordering.showCurbside,
  show_pickup_option: hasPickup(merchant),
  show_order_ahead_option: merchant.ordering.showOrderAhead,
  pay_tips_with_gift_card: merchant.ordering.payTipsWithGiftCard,
  available_order_ahead_time_slots_for_the_future: [],
})
