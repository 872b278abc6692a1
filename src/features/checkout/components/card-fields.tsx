import { Box, chakra, Text } from '#lib/ui/box.ts'
import type { CardField } from '#lib/payments/provider.ts'
import { Button } from '#lib/ui/button.tsx'
import type { CardForm } from '../use-card-fields.ts'

const labels: Record<CardField, string> = { cardNumber: 'Card number', cardExpiry: 'Expiry', cardCvc: 'CVC' }

/** The provider's hosted fields, in the page's own frames. */
export function CardFields({ card }: { card: CardForm }) {
  if (card.unavailable) {
    return (
      <Box display="grid" gap="3" justifyItems="start" role="alert">
        <Text>Card payments are not available right now. Your order is kept.</Text>
        <Button look="second" onClick={card.retry}>
          Try again
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
      <chakra.span fontWeight={650} aria-hidden>
        {labels[field]}
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
      <Text fontSize="small" color="danger" role="status" minHeight="1.3em">
        {problem}
      </Text>
    </Box>
  )
}
