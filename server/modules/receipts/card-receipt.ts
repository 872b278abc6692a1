import { currencyText } from '#contract/currency-text.ts'
import { isFailed } from '#contract/rules/refund-words.ts'
import { giftCardsCheck, type Receipt } from '#contract/schemas/receipt.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { numberOf, type Order } from '#server/modules/card-orders/order.ts'
import { priceOf } from '#server/modules/card-orders/price.ts'
import { programName } from '#server/modules/card-orders/programs.ts'
import { refundState, takenBeyondRefunds } from '#server/modules/card-orders/refund-state.ts'
import { displayTime } from '#server/modules/location/wall-clock.ts'
import { type ReceiptHead, receiptHead } from './head.ts'
import { takenRow } from './taken-row.ts'

/** The receipt of a paid gift card order. It shows no card number or claim code, and for a guest's order no name. */
export function cardReceiptOf(merchant: Merchant, order: Order, head: ReceiptHead, nowMs: number): Receipt {
  const priced = priceOf(merchant, order, nowMs)
  const { buyer_first_name: first, buyer_last_name: last } = order.buyer
  return {
    ...receiptHead(merchant, 'gift cards', head),
    // When it was paid: its giver may change it later. A passed-on gift was never paid for.
    created_date: displayTime(order.payment?.at ?? order.createdAt, merchant.location.time_zone),
    check_number: numberOf(order),
    check_name: giftCardsCheck,
    items: order.items.map(({ priceCents, quantity, programId }) => ({
      type: 'item',
      name: nameOf(merchant, order, programId),
      quantity,
      price: currencyText(priceCents * quantity),
    })),
    sub_total: currencyText(priced.subTotalCents),
    discounts: currencyText(-priced.discountCents),
    shipping_handling: currencyText(priced.shippingCents),
    tax: currencyText(0),
    tips: currencyText(0),
    total: currencyText(priced.totalCents),
    payments: order.payment
      ? [{ payment_type: order.payment.displayName, payment_amount: currencyText(order.payment.amountCents) }]
      : [],
    ...refundsOf(merchant, order),
    full_name: order.userId === undefined ? '' : `${first} ${last}`.trim(),
  }
}

/** Its refunds, one row each, to the one payment card that paid. A refund that its bank sent back is still owed. */
function refundsOf({ location }: Merchant, order: Order): Pick<Receipt, 'refunds'> {
  const rows = order.refunds
    .map(({ at, amountCents, ...refund }) => ({ at, amountCents, ...refundState(order, refund) }))
    .filter((refund) => !isFailed(refund))
    .map(({ at, amountCents, by_hand, dispute }) => ({
      refund_date: displayTime(at, location.time_zone),
      refund_type: order.payment?.displayName ?? '',
      tender_type: 'credit_card' as const,
      refund_amount: currencyText(amountCents),
      ...(by_hand && { by_hand }),
      ...(dispute && { dispute }),
    }))
  const takenCents = takenBeyondRefunds(order)
  const all = [...rows, ...(takenCents > 0 ? [takenRow(order.payment?.displayName ?? '', takenCents)] : [])]
  return all.length === 0 ? {} : { refunds: all }
}

function nameOf(merchant: Merchant, order: Order, programId: string | undefined): string {
  if (order.type === 'Reload') return 'Gift card reload'
  return programName(merchant, order, programId)
}
