import { formatDate } from '#contract/format-date.ts'
import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import { addressText } from '#contract/rules/contact.ts'
import { isFailed } from '#contract/rules/refund-words.ts'
import { deliveryCheck, type Receipt, type ReceiptItem } from '#contract/schemas/receipt.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { cancellationText } from '#server/modules/tickets/cancellation-text.ts'
import { priceOf, taxLinesOf } from '#server/modules/tickets/price.ts'
import { isGuestOrder } from '#server/modules/tickets/privacy.ts'
import { listLeftPayments, listTakenPayments, partView } from '#server/modules/tickets/refund-view.ts'
import { historyOf, type Line, type Ticket } from '#server/modules/tickets/ticket.ts'
import { displayTime } from '#server/modules/location/wall-clock.ts'
import { type ReceiptHead, receiptHead } from './head.ts'
import { takenRow } from './taken-row.ts'

/** The receipt of a placed order (specification §3 *Receipt*). `head` has the portal's address; a guest's receipt shows no name. */
export function ticketReceiptOf(
  merchant: Merchant,
  ticket: Ticket,
  head: ReceiptHead,
  nowMs: number,
): Receipt {
  const priced = priceOf(merchant, ticket, nowMs)
  const { recipient_first_name: first, recipient_last_name: last } = ticket.contact
  return {
    ...receiptHead(merchant, 'a meal', head),
    // No thanks for an order that was not made: the message says where the money went.
    ...(ticket.status === 'Cancelled' && { message: cancellationText(ticket) }),
    created_date: displayTime(historyOf(ticket)[0]?.at ?? ticket.createdAt, merchant.location.time_zone),
    check_number: ticket.name,
    check_name: ticket.useDelivery ? deliveryCheck : ticket.useCurbside ? 'Curbside pickup' : 'Pickup',
    items: ticket.lines.flatMap(itemsOf),
    sub_total: currencyText(priced.subTotalCents),
    // A discount is shown negative (§9).
    discounts: currencyText(-priced.discountCents),
    shipping_handling: currencyText(priced.deliveryCents),
    tax: currencyText(priced.taxCents),
    ...taxLinesOf(priced),
    tips: currencyText(priced.tipCents),
    total: currencyText(priced.totalCents),
    // Refunded payments are listed, too, even when nothing of them is left on the order.
    payments: [
      ...ticket.payments.map(({ displayName, nonTipCents, tipCents }) => ({
        displayName,
        cents: nonTipCents + tipCents,
      })),
      ...listLeftPayments(ticket),
    ].map(({ displayName, cents }) => ({ payment_type: displayName, payment_amount: currencyText(cents) })),
    ...refundsOf(merchant, ticket),
    ...(ticket.readyDate !== undefined &&
      ticket.readyTime !== undefined && {
        ready_at: `${formatDate(ticket.readyDate)} ${ticket.readyTime}`,
      }),
    ...(ticket.useDelivery && !isGuestOrder(ticket) && { recipient_address: addressText(ticket.contact) }),
    full_name: isGuestOrder(ticket) ? '' : `${first} ${last}`.trim(),
  }
}

/** Its refunds, one row per refund and tender. A refund that a bank sent back is still owed. */
function refundsOf(merchant: Merchant, ticket: Ticket): Pick<Receipt, 'refunds'> {
  const rows = ticket.refunds.flatMap(({ at, parts }) =>
    parts
      .map((part) => partView(ticket, part))
      .filter((part) => !isFailed(part))
      .map(({ display_name, tender_type, amount, by_hand, dispute, card_void }) => ({
        refund_date: displayTime(at, merchant.location.time_zone),
        refund_type: display_name,
        tender_type,
        refund_amount: amount,
        ...(by_hand && { by_hand }),
        ...(dispute && { dispute }),
        ...(card_void && { card_void }),
      })),
  )
  const all = [
    ...rows,
    ...listTakenPayments(ticket).map(({ displayName, cents }) => takenRow(displayName, cents)),
  ]
  return all.length === 0 ? {} : { refunds: all }
}

/** The rows of a line add up to its price: the dish itself, then each choice that has a name. */
function itemsOf({ name, quantity, unitCents, pricedModifiers, allergens }: Line): ReceiptItem[] {
  const shown = pricedModifiers.filter((one) => one.name !== '')
  const modifierCents = shown.reduce((sum, { price }) => sum + price, 0)
  return [
    {
      type: 'item',
      name,
      quantity,
      price: currencyText((unitCents - modifierCents) * quantity),
      ...(allergens && { allergens }),
    },
    ...shown.map((one) => ({
      type: 'modifier',
      name: one.name,
      quantity,
      price: priceText(one.price * quantity),
    })),
  ]
}

/** Nothing is shown for a price of zero. */
const priceText = (cents: Cents): string => (cents === 0 ? '' : currencyText(cents))
