import { t } from '#contract/language.ts'
import { formatCents } from '#contract/money.ts'
import { minimumCardChargeCents } from '#contract/pricing/tender.ts'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'

type Props = { dueCents: number; hasGiftCards: boolean; onStep: (step: CheckoutStep) => void }

/** In the place of a payment card's fields: so little is left that none can be charged for it. */
export function TooSmall({ dueCents, hasGiftCards, onStep }: Props) {
  const least = formatCents(minimumCardChargeCents)
  return (
    <Box display="grid" gap="3" justifyItems="start">
      <Banner
        tone="note"
        header={t`${formatCents(dueCents)} is too little for a credit card`}
        messages={[
          hasGiftCards
            ? t`Credit cards take ${least} or more. Add a tip or another dish, or pay with a gift card.`
            : t`Credit cards take ${least} or more. Please add a tip or another dish.`,
        ]}
      />
      <Button look="second" onClick={() => onStep('tip')}>
        {t('ADD A TIP')}
      </Button>
    </Box>
  )
}
