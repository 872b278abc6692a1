import { t } from '#contract/language.ts'
import { type Cents, formatCents } from '#contract/money.ts'

type Total = { estimated: boolean; complete: boolean; totalCents: Cents; subTotalCents: Cents }

/** The name and text of an order's total, the same everywhere: they say so where it is an estimate, or is without the tax. */
export const totalWords = ({ estimated, complete, totalCents, subTotalCents }: Total) => ({
  name: estimated ? t('Total, estimated') : t('Total'),
  text: complete ? formatCents(totalCents) : t`${formatCents(subTotalCents)} + tax`,
})
