import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { formatCents, parseCurrency } from '#contract/money.ts'
import { totalRows } from '#contract/rules/total-rows.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import {
  PromoNotice,
  SummaryPanel,
  SummaryRow,
  SummaryRows,
  SummaryTotal,
} from '#shared/forms/summary-panel.tsx'

/** The totals of a cart: `$0.00` lines are hidden, a discount is negative (specification §9). */
export function CartTotals({ order, children }: { order: PhysicalOrder; children?: ReactNode }) {
  const { totals } = order
  const rows = totalRows({
    subTotal: totals.subtotal,
    discount: formatCents(-Math.abs(parseCurrency(totals.discount))),
    shipping: totals.shipping_handling,
  }).filter(({ part, amount }) => part === 'subTotal' || parseCurrency(amount) !== 0)
  return (
    <SummaryPanel>
      <SummaryRows>
        {rows.map(({ part, name, amount }) => (
          <SummaryRow key={part} name={t(name)} text={amount} />
        ))}
      </SummaryRows>
      <PromoNotice text={order.promo_problem} />
      <SummaryTotal name={t('Total')} text={totals.total} />
      {children}
    </SummaryPanel>
  )
}
