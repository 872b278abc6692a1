import { Box, chakra, Text } from '@chakra-ui/react'
import { formatCents } from '#contract/money.ts'

/** As much of an order as its summary shows. Cents. */
export type SummaryView = {
  lines: readonly { lineId: string; name: string; quantity: number; unitCents: number }[]
  totals: {
    subTotalCents: number
    discountCents: number
    taxCents: number
    deliveryCents: number
    tipCents: number
    totalCents: number
    estimated: boolean
    complete: boolean
  }
}

/** The receipt-like summary: every part of the total, so that it is never a surprise. `$0.00` lines are hidden; a discount is negative (§9). */
export function OrderSummary({ view, withLines = false }: { view: SummaryView; withLines?: boolean }) {
  const { totals } = view
  const rows = [
    { name: 'Subtotal', cents: totals.subTotalCents, always: true },
    { name: 'Discount', cents: -totals.discountCents },
    { name: 'Tax', cents: totals.taxCents },
    { name: 'Delivery', cents: totals.deliveryCents },
    { name: 'Tip', cents: totals.tipCents },
  ].filter((row) => row.always === true || row.cents !== 0)
  return (
    <chakra.section
      aria-label="Order summary"
      background="raised"
      border="var(--h-edge)"
      boxShadow="var(--h-lift)"
      borderRadius="m"
      padding="5"
      display="grid"
      gap="4"
    >
      {withLines && (
        <chakra.ul display="grid" gap="2" paddingBottom="4" borderBottom="1px solid" borderColor="line">
          {view.lines.map((line) => (
            <chakra.li key={line.lineId} display="flex" justifyContent="space-between" gap="4">
              <span>
                {line.quantity} × {line.name}
              </span>
              <span className="price">{formatCents(line.unitCents * line.quantity)}</span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <chakra.dl display="grid" gap="2">
        {rows.map((row) => (
          <Row key={row.name} name={row.name} text={formatCents(row.cents)} />
        ))}
      </chakra.dl>
      <chakra.dl paddingTop="4" borderTop="1px solid" borderColor="line" fontSize="lead" fontWeight={700}>
        <Row
          name={totals.estimated ? 'Total, estimated' : 'Total'}
          text={totals.complete ? formatCents(totals.totalCents) : `${formatCents(totals.subTotalCents)} + tax`}
        />
      </chakra.dl>
      {totals.estimated && (
        <Text fontSize="small" color="muted">
          Worked out on this device. The restaurant confirms it before anything is paid.
        </Text>
      )}
    </chakra.section>
  )
}

function Row({ name, text }: { name: string; text: string }) {
  return (
    <Box display="flex" justifyContent="space-between" gap="4">
      <dt>{name}</dt>
      <dd className="price">{text}</dd>
    </Box>
  )
}
