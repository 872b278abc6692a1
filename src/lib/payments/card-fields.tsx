import { message, type Message, t, translateAnswer } from '#contract/language.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import type { CardField, FieldState } from '#lib/payments/provider.ts'
import type { CardForm } from '#lib/payments/use-card-fields.ts'
import { Button } from '#lib/ui/button.tsx'

const labels: Record<CardField, Message> = {
  cardNumber: message('Card number'),
  cardExpiry: message('Expiry'),
  cardCvc: message('CVC'),
}

/** §5: what is shown below a field before anything is typed into it. */
const before: Record<CardField, Message> = {
  cardNumber: message('Please enter a valid credit number'),
  cardExpiry: message('Please enter a valid credit expiry'),
  cardCvc: message('Please enter a valid credit cvc'),
}

/** The provider's hosted fields, in the page's own frames. */
export function CardFields({ card, offline }: { card: CardForm; offline: boolean }) {
  // Offline nothing can be paid, and the screen says so once.
  if (card.unavailable && offline) return null
  if (card.unavailable) {
    return (
      <Box display="grid" gap="3" justifyItems="start" role="alert">
        <Text>{t('Card payments are unavailable just now. Your order is kept.')}</Text>
        <Button look="second" onClick={card.retry}>
          {t('Try again')}
        </Button>
      </Box>
    )
  }
  return (
    <Box display="grid" gap="5" gridTemplateColumns="repeat(2, minmax(0, 1fr))" aria-busy={!card.mounted}>
      <HostedField field="cardNumber" card={card} wide />
      <HostedField field="cardExpiry" card={card} />
      <HostedField field="cardCvc" card={card} />
    </Box>
  )
}

function HostedField({ field, card, wide = false }: { field: CardField; card: CardForm; wide?: boolean }) {
  const state = card.states[field]
  const problem = state?.problem
  return (
    <Box display="grid" gap="1" alignContent="start" gridColumn={wide ? '1 / -1' : undefined}>
      <chakra.span fontWeight={650} color="var(--h-label)" aria-hidden>
        {t(labels[field])}
      </chakra.span>
      <Box
        ref={card.places[field]}
        height="50px"
        paddingInline="3"
        border="1px solid"
        borderColor={problem ? 'danger' : 'color-mix(in oklab, var(--h-ink) 45%, var(--h-surface))'}
        borderRadius="s"
        background="raised"
        display="grid"
        alignItems="center"
      />
      <Text fontSize="small" color={problem ? 'danger' : 'muted'} role="status" minHeight="1.3em">
        {problem ? translateAnswer(problem) : noteOf(field, state, card.late.includes(field))}
      </Text>
    </Box>
  )
}

/** The provider's own message comes first; a half-typed number is no error yet (specification §5). */
function noteOf(field: CardField, state: FieldState | undefined, isLate: boolean): string | undefined {
  if (isLate) return t('Still loading…')
  if (!state || state.empty) return t(before[field])
  return field === 'cardNumber' && !state.complete ? t('Not completed yet') : undefined
}
