import { t, translateAnswer, translateName } from '#contract/language.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { useFocusOnMount } from '#lib/ui/use-focus-on-mount.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { GiftFace } from '#shared/gift-card/gift-face.tsx'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { GiftReceipt } from './gift-answers.tsx'

/** Why a card is no longer valid; undefined for a valid one. */
function stateOf(status: string | undefined): string | undefined {
  if (status === 'disabled') return t('No longer valid')
  if (status === 'frozen') return t('On hold')
  return status === 'expired' ? t('Expired') : undefined
}

/** The order is placed: the restaurant's message, and each card with its picture, number, name and amount. */
export function Review({ order }: { order: CardOrder }) {
  const restaurant = useLocationCopy()?.location.name ?? ''
  const heading = useFocusOnMount<HTMLHeadingElement>()
  const cards = order.items.flatMap((item) => item.cards ?? [])
  const { design } = cardLook(order)
  const { header = t('Thank you'), message = '' } = order.success_message ?? {}
  return (
    <Box display="grid" gap="6">
      <chakra.h2 ref={heading} tabIndex={-1} outline="none">
        {t('Your order is placed')}
      </chakra.h2>
      <Banner
        tone="success"
        header={translateAnswer(header).toUpperCase()}
        messages={message === '' ? [] : [message]}
      />
      <chakra.ul display="grid" gap="4" aria-label={t('Cards')}>
        {cards.map((card, at) => (
          <chakra.li
            key={at}
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 260px) minmax(0, 1fr)' }}
            gap="5"
            padding="4"
            background="raised"
            border="1px solid"
            borderColor="line"
            borderRadius="m"
            alignItems="center"
          >
            {design && (
              <GiftFace
                design={design}
                program={order.program}
                restaurant={restaurant}
                amount={card.amount}
              />
            )}
            {!design && card.image !== '' && (
              <chakra.img
                src={card.image}
                alt=""
                width="100%"
                aspectRatio="16 / 10"
                objectFit="cover"
                borderRadius="s"
              />
            )}
            <Box display="grid" gap="1">
              <strong>{translateName(card.display_name)}</strong>
              {card.card_number !== '' && (
                <Text className="price" letterSpacing="0.04em">
                  {groupCardNumber(card.card_number)}
                </Text>
              )}
              <Text className="price" fontSize="lead" fontWeight={700}>
                {card.amount}
              </Text>
              {stateOf(card.status) !== undefined && <strong>{stateOf(card.status)}</strong>}
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
      <GiftReceipt order={order} />
    </Box>
  )
}
