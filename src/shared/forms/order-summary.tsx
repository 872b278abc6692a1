import { t } from '#contract/language.ts'
import { chakra, Text } from '#lib/ui/box.ts'
import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { modifierText } from '#contract/rules/modifier-text.ts'
import { totalRows } from '#contract/rules/total-rows.ts'
import type { NotEaten } from '#contract/rules/line-eaten.ts'
import { LineAllergens } from './line-allergens.tsx'
import { TaxParts } from './tax-parts.tsx'
import { totalWords } from './total-words.ts'
import { PromoNotice, SummaryPanel, SummaryRow, SummaryRows, SummaryTotal } from './summary-panel.tsx'

/** The fields of an order that its summary shows. Cents. */
export type SummaryView = {
  /** Why the order's promo code takes nothing off now. */
  promoNotice?: string | undefined
  lines: readonly ({
    lineId: string
    name: string
    quantity: number
    unitCents: number
    modifiers?: readonly { name: string }[]
  } & Parameters<typeof LineAllergens>[0]['line'])[]
  totals: {
    subTotalCents: number
    discountCents: number
    taxCents: number
    deliveryCents: number
    tipCents: number
    totalCents: number
    estimated: boolean
    complete: boolean
    /** Each tax by its name. */
    taxes: readonly { name: string; rate: string; taxCents: number }[]
  }
}

/** Announces a changed total to screen readers; the first one is read in place. */
function ChangedTotal({ name, text }: ReturnType<typeof totalWords>) {
  const [first] = useState(text)
  const [changed, setChanged] = useState(false)
  if (!changed && text !== first) setChanged(true)
  return (
    <p className="visually-hidden" role="status">
      {changed && `${name} ${text}`}
    </p>
  )
}

type SummaryProps = {
  view: SummaryView
  withLines?: boolean
  /** The restaurant states allergens. */
  tellsAllergens?: boolean
  /** By line, what of it the guest does not eat. */
  notEaten?: ReadonlyMap<string, NotEaten>
}

/** The summary, like a receipt: every part of the total is shown. `$0.00` rows are hidden; a discount is negative (§9). */
export function OrderSummary({ view, withLines = false, tellsAllergens = false, notEaten }: SummaryProps) {
  const { totals } = view
  const total = totalWords(totals)
  const rows = totalRows({
    subTotal: totals.subTotalCents,
    discount: -totals.discountCents,
    delivery: totals.deliveryCents,
    tax: totals.taxCents,
    tip: totals.tipCents,
  }).filter(({ part, amount }) => part === 'subTotal' || amount !== 0)
  return (
    <SummaryPanel>
      {withLines && (
        <chakra.ul display="grid" gap="2" paddingBottom="4" borderBottom="1px solid" borderColor="line">
          {view.lines.map((line) => (
            <chakra.li key={line.lineId} display="flex" justifyContent="space-between" gap="4">
              <span>
                {line.quantity} × {line.name}
                {modifierText(line) !== '' && (
                  <Text as="span" display="block" color="muted" fontSize="small">
                    <bdi>{modifierText(line)}</bdi>
                  </Text>
                )}
                <LineAllergens
                  line={line}
                  tellsAllergens={tellsAllergens}
                  notEaten={notEaten?.get(line.lineId)}
                />
              </span>
              <span className="price">{formatCents(line.unitCents * line.quantity)}</span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <SummaryRows>
        {rows.map(({ part, name, amount }) => (
          <SummaryRow key={part} name={t(name)} text={formatCents(amount)}>
            {part === 'tax' && (
              <TaxParts
                taxes={totals.taxes.map(({ taxCents, ...tax }) => ({ ...tax, text: formatCents(taxCents) }))}
              />
            )}
          </SummaryRow>
        ))}
      </SummaryRows>
      <PromoNotice text={view.promoNotice} />
      <ChangedTotal {...total} />
      <SummaryTotal {...total} />
      {totals.estimated && (
        <Text fontSize="small" color="muted">
          {t('Estimated on this device. The restaurant confirms it before you pay.')}
        </Text>
      )}
    </SummaryPanel>
  )
}
