import { t, translateAnswer } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { type CardOrderStep, totalsWhileChosen } from '#contract/rules/card-order.ts'
import { formatCents, parseCurrency } from '#contract/money.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import {
  PromoNotice,
  SummaryPanel,
  SummaryRow,
  SummaryRows,
  SummaryTotal,
} from '#shared/forms/summary-panel.tsx'

type OrderPanelProps = {
  order: CardOrder
  step: CardOrderStep
  /** The amount being chosen, as typed. */
  amount?: string | undefined
  children?: ReactNode
}

/** Currency text as a reduction: `$5.00` → `-$5.00`, whichever sign the API sends. */
const asReduction = (text: string): string => formatCents(-Math.abs(parseCurrency(text)))
const isNothing = (text: string | undefined): boolean => text === undefined || parseCurrency(text) === 0

/**
 * The lines beside each step (specification §2 *Side panel*): `$0.00` lines are hidden, except the first and the last. The review is a receipt, with nothing
 * due.
 */
export function OrderPanel({ order, step, amount, children }: OrderPanelProps) {
  const { totals } = order
  const { subtotal, due } = step === 'amount' ? totalsWhileChosen(order, amount) : totals
  const isReview = step === 'review'
  const showsDiscount = step !== 'amount' && step !== 'physical' && !isNothing(totals.discount)
  return (
    <SummaryPanel>
      <SummaryRows>
        <SummaryRow name={t('Subtotal')} text={subtotal} />
        {showsDiscount && <SummaryRow name={t('Discount')} text={asReduction(totals.discount)} />}
        {order.type === 'SendPhysical' && !isNothing(totals.shipping_handling) && (
          <SummaryRow name={t('Shipping & Handling')} text={totals.shipping_handling!} />
        )}
      </SummaryRows>
      <PromoNotice text={order.promo_problem} />
      {isReview && <SummaryTotal name={t('Total Amount')} text={totals.total} />}
      {isReview && order.payments.length > 0 && (
        <SummaryRows>
          {order.payments.map(({ display_name: name, payment_amount: paid }, at) => (
            <SummaryRow key={at} name={t`Paid with ${translateAnswer(name)}`} text={paid} />
          ))}
        </SummaryRows>
      )}
      {due !== undefined && !(isReview && isNothing(due)) && (
        <SummaryTotal name={t('Amount Due')} text={due} />
      )}
      {children}
    </SummaryPanel>
  )
}
