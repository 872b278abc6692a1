import { t, translateAnswer } from '#contract/language.ts'
import type { ReactNode } from 'react'
import type { CardOrderStep } from '#contract/rules/card-order.ts'
import { formatCents, parseCurrency } from '#contract/money.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import {
  PromoNotice,
  SummaryPanel,
  SummaryRow,
  SummaryRows,
  SummaryTotal,
} from '#shared/forms/summary-panel.tsx'

export type OrderPanelProps = { order: CardOrder; step: CardOrderStep; children?: ReactNode }

/** Currency text as a reduction: `$5.00` → `-$5.00`, whichever way the API tells it. */
const asReduction = (text: string): string => formatCents(-Math.abs(parseCurrency(text)))
const isNothing = (text: string | undefined): boolean => text === undefined || parseCurrency(text) === 0

/** The lines beside each step (specification §2 *Side panel*): `$0.00` lines are hidden, but for the first and the last. */
export function OrderPanel({ order, step, children }: OrderPanelProps) {
  const { totals } = order
  const isReview = step === 'review'
  const showsDiscount = step !== 'amount' && step !== 'physical' && !isNothing(totals.discount)
  return (
    <SummaryPanel>
      <SummaryRows>
        <SummaryRow name={t('Subtotal')} text={totals.subtotal} />
        {showsDiscount && <SummaryRow name={t('Discount')} text={asReduction(totals.discount)} />}
        {order.type === 'SendPhysical' && !isNothing(totals.shipping_handling) && (
          <SummaryRow name={t('Shipping & Handling')} text={totals.shipping_handling!} />
        )}
        {isReview && <SummaryRow name={t('Total Amount')} text={totals.total} />}
        {isReview &&
          order.payments.map((payment, at) => (
            <SummaryRow key={at} name={translateAnswer(payment.display_name)} text={payment.payment_amount} />
          ))}
      </SummaryRows>
      <PromoNotice text={order.promo_problem} />
      <SummaryTotal name={t('Amount Due')} text={totals.due} />
      {children}
    </SummaryPanel>
  )
}
