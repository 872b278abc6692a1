import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type { OrderRefund, RefundPart } from '#contract/schemas/refund.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { displayTime } from '#server/modules/location/wall-clock.ts'
import { takenByBank } from './disputed-payments.ts'
import type { TicketRefund, TicketRefundPart } from './refund.ts'
import type { Ticket } from './ticket.ts'

/** A ticket's refunds in the API's form, without the staff's notes; empty where no money and no reward went back. */
export function refundsView(ticket: Ticket, timeZone: string): Pick<TicketOrder, 'refunds'> {
  const told = ticket.refunds.filter(({ parts, rewardBack }) => parts.length > 0 || rewardBack)
  return told.length === 0 ? {} : { refunds: told.map((refund) => refundView(ticket, refund, timeZone)) }
}

const refundView = ({ lines, payments }: Ticket, refund: TicketRefund, timeZone: string): OrderRefund => ({
  id: refund.id,
  at: new Date(refund.at).toISOString(),
  display: displayTime(refund.at, timeZone),
  amount: currencyText(
    refund.parts.reduce((sum, { nonTipCents, tipCents }) => sum + nonTipCents + tipCents, 0),
  ),
  reason: refund.reason,
  items: refund.lines.map(({ index, quantity }) => ({
    index,
    quantity,
    name: lines.find((line) => line.index === index)?.name ?? '',
  })),
  tip: currencyText(refund.tipCents),
  delivery: currencyText(refund.deliveryCents),
  parts: refund.parts.map((part) => partView({ payments }, part)),
  ...(refund.rewardBack && { reward_back: true }),
  ...(refund.rewardGone && { reward_gone: true }),
})

/** Payments that have left an order because they were refunded in full, reconstructed from their refunds. */
export function listLeftPayments({ payments, refunds }: Pick<Ticket, 'payments' | 'refunds'>): LeftPayment[] {
  const left = new Map<string, LeftPayment>()
  for (const { paymentId, displayName, paidWith, nonTipCents, tipCents } of refunds.flatMap(
    ({ parts }) => parts,
  )) {
    if (payments.some(({ id }) => id === paymentId)) continue
    const before = left.get(paymentId)?.cents ?? 0
    left.set(paymentId, { displayName: paidWith ?? displayName, cents: before + nonTipCents + tipCents })
  }
  return [...left.values()]
}

type LeftPayment = { displayName: string; cents: Cents }

/** What banks have taken of an order's payments beyond what its refunds say: of an order that was not canceled. */
export const listTakenPayments = ({
  payments,
  refunds,
}: Pick<Ticket, 'payments' | 'refunds'>): LeftPayment[] =>
  payments
    .map((payment) => ({ displayName: payment.displayName, cents: takenByBank(payment, refunds) }))
    .filter(({ cents }) => cents > 0)

/** The state of one tender's part: accepted, pending with a bank that still decides, or sent back. */
export const partView = (
  { payments }: Pick<Ticket, 'payments'>,
  {
    paymentId,
    displayName,
    tenderType,
    nonTipCents,
    tipCents,
    doneAt,
    failedAt,
    isByHand,
    isByBank,
    isVoidCard,
    isHeldCard,
  }: TicketRefundPart,
): RefundPart => ({
  display_name: displayName,
  tender_type: tenderType,
  amount: currencyText(nonTipCents + tipCents),
  ...(doneAt !== undefined && { done_at: new Date(doneAt).toISOString() }),
  ...(failedAt !== undefined && { failed_at: new Date(failedAt).toISOString() }),
  ...(isByHand && { by_hand: true }),
  ...(isByBank && { dispute: 'lost' as const }),
  ...(isVoidCard && { card_void: true }),
  ...(isHeldCard && { card_held: true }),
  ...(doneAt === undefined &&
    payments.some(({ id, dispute }) => id === paymentId && dispute === 'open') && {
      dispute: 'open' as const,
    }),
})
