import { t } from '#contract/language.ts'
import { useState } from 'react'
import type { PaymentSource } from '#contract/schemas/user.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { SavedCardChoice } from '#shared/forms/saved-card-choice.tsx'
import { CardFields } from './card-fields.tsx'
import { PaymentProof } from './payment-proof.tsx'
import { RemoveCard, RemovedNote } from './remove-card.tsx'
import type { CardSource } from './use-card-source.ts'

/** The cards to pay with, the provider's fields for a new one, and the human check where it is required. */
export function CardChoice({ card }: { card: CardSource }) {
  const [removed, setRemoved] = useState<PaymentSource>()
  const { saved, keeping } = card
  const chosen = saved?.sources.find(({ id }) => id === card.source)
  return (
    <>
      {saved && saved.sources.length > 0 && (
        <SavedCardChoice sources={saved.sources} value={card.source} onChange={card.choose} />
      )}
      {keeping && chosen && (
        <Box marginTop="-3">
          <RemoveCard key={chosen.id} card={chosen} onRemoved={setRemoved} />
        </Box>
      )}
      {removed && <RemovedNote key={removed.id} card={removed} />}
      {card.asking && <p role="status">{t('Loading your saved cards.')}</p>}
      {card.isTyped && <CardFields card={card.card} offline={card.reach === 'unreachable'} />}
      {keeping && card.isTyped && card.card.mounted && !card.card.unavailable && <KeepCard {...keeping} />}
      <PaymentProof proof={card.proof} />
    </>
  )
}

/** Shown to a member who types a card; unticked, the card is used this once. */
function KeepCard({ keeps, setKeeps }: NonNullable<CardSource['keeping']>) {
  return (
    <chakra.label display="flex" alignItems="center" gap="3" minHeight="48px" cursor="pointer">
      <chakra.input
        type="checkbox"
        name="keep_card"
        checked={keeps}
        onChange={(event) => setKeeps(event.target.checked)}
        width="24px"
        height="24px"
        margin="0"
        flex="none"
        accentColor="var(--h-brand)"
      />
      <Box display="grid">
        <chakra.span fontWeight={650}>{t('Keep this card for next time')}</chakra.span>
        <Text fontSize="small" color="muted">
          {t('It is stored by our card processor. You can remove it here, or under My account.')}
        </Text>
      </Box>
    </chakra.label>
  )
}
