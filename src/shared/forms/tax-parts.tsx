import { t } from '#contract/language.ts'
import { percentText } from '#contract/rates.ts'
import { chakra } from '#lib/ui/box.ts'

/** One tax on an order: its rate is decimal text, `0.0625`, its amount currency text. */
export type ShownTax = { name: string; rate: string; text: string }

/** Each tax in a row's amount, on request; nothing where there is only one. Rendered as a further `dd` in a row of a `dl`. */
export function TaxParts({ taxes }: { taxes: readonly ShownTax[] }) {
  if (taxes.length < 2) return null
  return (
    <chakra.dd flexBasis="100%" fontSize="small" color="muted">
      <details>
        <chakra.summary width="fit-content" minHeight="11" alignContent="center" cursor="pointer">
          {t('Each tax')}
        </chakra.summary>
        <chakra.ul display="grid" gap="1">
          {taxes.map(({ name, rate, text }) => (
            <chakra.li key={name} display="flex" justifyContent="space-between" gap="4">
              <span>
                {name}, {percentText(rate)}
              </span>
              <span className="price">{text}</span>
            </chakra.li>
          ))}
        </chakra.ul>
      </details>
    </chakra.dd>
  )
}
