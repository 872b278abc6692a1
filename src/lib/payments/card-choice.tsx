import { t } from '#contract/language.ts'
import { SavedCardChoice } from '#shared/forms/saved-card-choice.tsx'
import { CardFields } from './card-fields.tsx'
import { PaymentProof } from './payment-proof.tsx'
import type { CardSource } from './use-card-source.ts'

/** The cards to pay with, the provider's fields for a new one, and the check for a person where one is asked for. */
export function CardChoice({ card }: { card: CardSource }) {
  return (
    <>
      {card.saved && card.saved.sources.length > 0 && (
        <SavedCardChoice sources={card.saved.sources} value={card.source} onChange={card.choose} />
      )}
      {card.asking && <p role="status">{t('Looking for your saved cards.')}</p>}
      {card.isTyped && <CardFields card={card.card} offline={card.reach === 'unreachable'} />}
      <PaymentProof proof={card.proof} />
    </>
  )
}
