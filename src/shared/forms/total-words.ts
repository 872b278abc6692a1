import { t } from '#contract/language.ts'
import { type Cents, formatCents } from '#contract/money.ts'

type Total = { estimated: boolean; complete: boolean; totalCents: Cents; subTotalCents: Cents }

/** What an order's total is called and how it reads, the same wherever it stands: an estimate says so, and one without the tax says that, too. */
export const totalWords = ({ estimated, complete, totalCents, subTotalCents }: Total) => ({
  name: estimated ? t('Total, estimated') : t('Total'),
  text: complete ? formatCents(totalCents) : t`${formatCents(subTotalCents)} + tax`,
})
