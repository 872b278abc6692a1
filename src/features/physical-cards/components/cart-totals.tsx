import { t } from '#contract/language.ts'
import type { ReactNode } from 'react'
import { formatCents, parseCurrency } from '#contract/money.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import {
  PromoNotice,
  SummaryPanel,
  SummaryRow,
  SummaryRows,
  SummaryTotal,
} from '#shared/forms/summary-panel.tsx'

/** What a cart comes to: `$0.00` lines are hidden, a discount is negative (specification §9). */
export function CartTotals({ order, children }: { order: PhysicalOrder; children?: ReactNode }) {
  const { totals } = order
  const rows = [
    { name: t('Subtotal'), text: totals.subtotal, always: true },
    { name: t('Discount'), text: formatCents(-Math.abs(parseCurrency(totals.discount))) },
    { name: t('Shipping & Handling'), text: totals.shipping_handling },
  ].filter((row) => row.always === true || parseCurrency(row.text) !== 0)
  return (
    <SummaryPanel>
      <SummaryRows>
        {rows.map((row) => (
          <SummaryRow key={row.name} {...row} />
        ))}
      </SummaryRows>
      <PromoNotice text={order.promo_problem} />
      <SummaryTotal name={t('Total')} text={totals.total} />
      {children}
    </SummaryPanel>
  )
}
