import { formatCents, parseCurrency } from '#contract/money.ts'
import { deliveryOfTotals } from '#contract/pricing/ticket.ts'
import { vehicleText } from '#contract/rules/check-in.ts'
import { addressText } from '#contract/rules/contact.ts'
import { isFailed } from '#contract/rules/refund-words.ts'
import { englishOf, totalRows } from '#contract/rules/total-rows.ts'
import type { RefundPart } from '#contract/schemas/refund.ts'
import type { StaffOrder } from '#contract/schemas/staff-order.ts'

/** Orders in words, for the staff. */

const states: Readonly<Record<string, string>> = {
  Queued: 'Scheduled',
  Submitted: 'New',
  Preparing: 'Preparing',
  Ready: 'Ready',
  Completed: 'Completed',
  Cancelled: 'Canceled',
}
/** A state from a newer server is shown by its name. */
export const orderState = (status: string): string =>
  Object.hasOwn(states, status) ? states[status]! : status

/** `11/20/2026 6:30pm`; without a time, as soon as possible. */
export const readyText = (date: string | undefined, time: string | undefined): string =>
  [date, time].filter(Boolean).join(' ') || 'ASAP'

/** Shown instead of a guest whose data was deleted. */
export const nobody = 'Guest data deleted'

export const nameOf = ({
  recipient_first_name: first = '',
  recipient_last_name: last = '',
}: StaffOrder): string => `${first} ${last}`.trim()

/** How the order went out, and where. */
export function handoverOf(order: StaffOrder): string {
  if (order.use_delivery) {
    const address = addressText(order)
    return address === '' ? 'Delivery' : `Delivery to ${address}`
  }
  if (!order.use_curbside) return 'Pickup'
  const vehicle = vehicleText(order)
  return vehicle === '' ? 'Curbside' : `Curbside: ${vehicle}`
}

/** Where a part of a refund is now, for guests who ask about it. */
export function partOf(part: RefundPart, stamp: (iso: string) => string): string {
  const { amount, display_name: name, tender_type: type, done_at: doneAt, by_hand: byHand, dispute } = part
  if (byHand) return `${amount} was refunded another way.`
  if (dispute === 'lost') return `${amount} was taken by the guest’s bank.`
  if (dispute === 'open') return `${amount} to ${name} is waiting on the bank.`
  if (isFailed(part)) return `${amount} to ${name} was returned by the bank, and is still owed.`
  if (doneAt === undefined) return `${amount} is on its way to the bank of ${name}.`
  return type === 'card'
    ? `${amount} was put back on ${name.replace('Gift card', 'gift card')} on ${stamp(doneAt)}${part.card_void ? '. That card was voided: re-issue it under Gift cards, or nobody can use this money' : ''}.`
    : `${amount} went to the bank of ${name} on ${stamp(doneAt)}. Banks take 5–10 business days.`
}

/** An order's totals, one row each; zero amounts are left out. */
export function amountsOf({
  totals,
  use_delivery: isDelivery,
}: StaffOrder): [name: string, amount: string][] {
  const told = {
    subTotalCents: parseCurrency(totals.sub_total),
    // Shown as a reduction, whichever sign the API sends.
    discountCents: -Math.abs(parseCurrency(totals.discounts)),
    taxCents: parseCurrency(totals.tax),
    tipCents: parseCurrency(totals.tips),
    totalCents: parseCurrency(totals.total),
  }
  const rows = totalRows({
    subTotal: told.subTotalCents,
    discount: told.discountCents,
    delivery: isDelivery ? deliveryOfTotals(told) : 0,
    tax: told.taxCents,
    tip: told.tipCents,
  })
  return [
    ...rows
      .filter(({ amount }) => amount !== 0)
      .map(({ name, amount }): [string, string] => [englishOf(name), formatCents(amount)]),
    ['Total', formatCents(told.totalCents)],
  ]
}
