import { t } from '#contract/language.ts'
import type { PaymentSource } from '#contract/schemas/user.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'

/** What is chosen when the card is to be typed. */
export const newCard = 'new'

export type SavedCardChoiceProps = {
  sources: readonly PaymentSource[]
  value: string
  onChange: (value: string) => void
}

/** The cards that were paid with before, and another one. */
export function SavedCardChoice({ sources, value, onChange }: SavedCardChoiceProps) {
  const twoDigits = (month: number): string => String(month).padStart(2, '0')
  return (
    <ChoiceCards
      legend={t('Which card?')}
      name="payment_source"
      value={value}
      onChange={onChange}
      choices={[
        ...sources.map((source) => ({
          value: source.id,
          label: t`${source.brand} ending in ${source.last4}`,
          note: t`Good until ${twoDigits(source.exp_month)}/${source.exp_year}`,
        })),
        { value: newCard, label: t('Another card') },
      ]}
    />
  )
}
