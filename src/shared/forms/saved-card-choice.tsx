import { t } from '#contract/language.ts'
import type { PaymentSource } from '#contract/schemas/user.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'

/** The choice to type another card. */
export const newCard = 'new'

type SavedCardChoiceProps = {
  sources: readonly PaymentSource[]
  value: string
  onChange: (value: string) => void
}

/** The saved cards that can be paid with, and another one. */
export function SavedCardChoice({ sources, value, onChange }: SavedCardChoiceProps) {
  return (
    <ChoiceCards
      legend={t('Which card?')}
      name="payment_source"
      value={value}
      onChange={onChange}
      choices={[
        ...sources.map((source) => ({
          value: source.id,
          label: cardName(source),
          note: cardExpiry(source),
        })),
        { value: newCard, label: t('Another card') },
      ]}
    />
  )
}

/** `Visa ending in 4242`. */
export const cardName = ({ brand, last4 }: PaymentSource): string => t`${brand} ending in ${last4}`

/** `Good until 05/2030`. */
export const cardExpiry = ({ exp_month: month, exp_year: year }: PaymentSource): string =>
  t`Good until ${String(month).padStart(2, '0')}/${year}`
