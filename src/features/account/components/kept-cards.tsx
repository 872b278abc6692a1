import { t } from '#contract/language.ts'
import { useState } from 'react'
import type { PaymentSource, User } from '#contract/schemas/user.ts'
import { RemoveCard, RemovedNote } from '#lib/payments/remove-card.tsx'
import { LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { readStateOf } from '#lib/query/answer-query.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { useCardKeeping, useCustomer } from '#lib/query/saved-cards.ts'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { cardExpiry, cardName } from '#shared/forms/saved-card-choice.tsx'

/**
 * The cards that are saved at the card provider, each with a button to remove it (extension `saved_cards`). Only for users who have a customer there: for
 * others, the request would create one.
 */
export function KeptCards({ user }: { user: Pick<User, 'stripe_customer_id'> }) {
  const offered = useCardKeeping() && user.stripe_customer_id !== undefined
  if (!offered) return null
  return (
    <Box as="section" aria-labelledby="kept-cards" display="grid" gap="3">
      <chakra.h2 id="kept-cards" fontSize="lead">
        {t('Payment cards')}
      </chakra.h2>
      <List />
    </Box>
  )
}

function List() {
  const read = useCustomer(true)
  const { failed, retry } = readStateOf(read)
  const offline = useReachability() === 'unreachable'
  const [removed, setRemoved] = useState<PaymentSource>()
  const cards = read.data?.payment_sources
  if (!read.data) {
    // They are not stored on the device: without a signal there is no list.
    if (offline) return <Text color="muted">{t('Your saved cards show when you’re online.')}</Text>
    return <LoadingOrFailed failed={failed} what={t('Your list of payment cards')} onRetry={retry} />
  }
  return (
    <>
      {cards && cards.length > 0 ? (
        <chakra.ul display="grid" gap="2">
          {cards.map((card) => (
            <chakra.li
              key={card.id}
              display="flex"
              alignItems="center"
              justifyContent="space-between"
              gap="3"
              minHeight="48px"
            >
              <Box>
                <Text>{cardName(card)}</Text>
                <Text fontSize="small" color="muted">
                  {cardExpiry(card)}
                </Text>
              </Box>
              <RemoveCard card={card} onRemoved={setRemoved} />
            </chakra.li>
          ))}
        </chakra.ul>
      ) : (
        <Text color="muted">{t('You have no saved cards.')}</Text>
      )}
      {offline && <Text color="muted">{t('You can remove a card when you’re online.')}</Text>}
      {removed && <RemovedNote key={removed.id} card={removed} />}
    </>
  )
}
