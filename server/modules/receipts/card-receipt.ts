import { formatCents } from '#contract/money.ts'
import { giftCardsCheck, type Receipt } from '#contract/schemas/receipt.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Order } from '#server/modules/card-orders/order.ts'
import { priceOf } from '#server/modules/card-orders/price.ts'
import { findProgram } from '#server/modules/card-orders/programs.ts'
import { type ReceiptHead, receiptHead } from './head.ts'
import { displayTime } from './ticket-receipt.ts'

/** The receipt of an order for gift cards, once it is paid. It bears no card's number or claim code, and of a guest's order no name. */
export function cardReceiptOf(merchant: Merchant, order: Order, head: ReceiptHead, nowMs: number): Receipt {
  const priced = priceOf(merchant, order, nowMs)
  const { buyer_first_name: first, buyer_last_name: last } = order.buyer
  return {
    ...receiptHead(merchant, head),
    // It is not changed after it is placed.
    created_date: displayTime(merchant, order.touchedAt),
    // No number is given to these: the end of its id is enough to find it by.
    check_number: order.id.slice(-6).toUpperCase(),
    check_name: giftCardsCheck,
    items: order.items.map(({ priceCents, quantity, programId }) => ({
      type: 'item',
      name: nameOf(merchant, order, programId),
      quantity,
      price: formatCents(priceCents * quantity),
    })),
    sub_total: formatCents(priced.subTotalCents),
    discounts: formatCents(-priced.discountCents),
    shipping_handling: formatCents(priced.shippingCents),
    tax: formatCents(0),
    tips: formatCents(0),
    total: formatCents(priced.totalCents),
    payments: order.payment
      ? [{ payment_type: order.payment.displayName, payment_amount: formatCents(order.payment.amountCents) }]
      : [],
    full_name: order.userId === undefined ? '' : `${first} ${last}`.trim(),
  }
}

function nameOf(merchant: Merchant, { type }: Order, programId: string | undefined): string {
  if (type === 'Reload') return 'Gift card reload'
  return findProgram(merchant, programId)?.description ?? `${merchant.location.name} gift card`
}
