import { t } from '#contract/language.ts'
import { formatCents } from '#contract/money.ts'
import { minimumCardChargeCents } from '#contract/pricing/tender.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'
import { ToStep, type ToStepContext } from './to-step.tsx'

type Props = ToStepContext & { hasGiftCards: boolean }

/** Replaces the payment card's fields: the amount left is too small to charge. */
export function TooSmall({ hasGiftCards, ...context }: Props) {
  const { dueCents } = context.view.totals
  const least = formatCents(minimumCardChargeCents)
  return (
    <Box display="grid" gap="3" justifyItems="start">
      <Banner
        tone="note"
        header={t`${formatCents(dueCents)} is below the credit card minimum`}
        messages={[
          hasGiftCards
            ? t`The minimum for credit cards is ${least}. Add a tip or another dish, or pay with a gift card.`
            : t`The minimum for credit cards is ${least}. Please add a tip or another dish.`,
        ]}
      />
      <ToStep {...context} step="tip" label={t('ADD A TIP')} />
    </Box>
  )
}
