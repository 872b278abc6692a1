import { t } from '#contract/language.ts'
import { isLinkable } from '#contract/rules/features.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { deviceZone } from '#contract/time-zones.ts'
import { rich } from '#lib/paint/rich.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { Empty, LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { Box, chakra, Text } from '#lib/ui/box.ts'
import { GiftFace } from '#shared/gift-card/gift-face.tsx'
import { NotOffered } from '#shared/offer-links/not-offered.tsx'
import { giftAmountOf, giftStateWords } from '../gift-words.ts'
import { useSentGifts } from '../queries.ts'

/** `/mycards/sent`: the gifts that a member has sent, with their states, where the restaurant's API lists them. */
export function SentGiftsScreen() {
  const location = useLocationCopy()?.location
  return location && !location.api_extensions?.includes('gift_changes') ? (
    <NotOffered name={location.name} what={t('Gifts You Sent')} />
  ) : (
    <SentGifts />
  )
}

function SentGifts() {
  const { gifts, failed, retry } = useSentGifts()
  const location = useLocationCopy()?.location
  const restaurant = location?.name ?? ''
  const hasList = location !== undefined && isLinkable(location.settings, '/mycards')
  return (
    <>
      <PageHead title={t('Gifts You Sent')} />
      <Box className="container" display="grid" gap="6" paddingBottom="12">
        {gifts?.length === 0 && <Empty>{t('You have not sent a gift card yet.')}</Empty>}
        {!gifts && (
          <LoadingOrFailed
            failed={failed}
            what={t('The list of your gifts')}
            isKept={false}
            onRetry={retry}
          />
        )}
        {gifts && gifts.length > 0 && (
          <chakra.ul display="grid" gap="5" aria-label={t('Gifts')} maxWidth="820px">
            {gifts.map((order) => (
              <chakra.li
                key={order.id}
                display="grid"
                gap="5"
                alignItems="center"
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 220px) minmax(0, 1fr)' }}
                padding="4"
                background="raised"
                border="1px solid"
                borderColor="line"
                borderRadius="m"
              >
                {order.design && (
                  <GiftFace
                    design={order.design}
                    program={order.program}
                    restaurant={restaurant}
                    amount={giftAmountOf(order)}
                  />
                )}
                <Box display="grid" gap="2" justifyItems="start">
                  <strong>
                    {rich`${giftAmountOf(order)} for ${order.recipient_first_name} ${order.recipient_last_name}`}
                  </strong>
                  <Text color="muted">{giftStateWords(order, deviceZone())}</Text>
                  <Ways order={order} />
                </Box>
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        <Box>
          <PathLink path={hasList ? '/mycards' : '/'} className="button button--second">
            {hasList ? t('RETURN TO MY GIFT CARDS') : t('Return Home')}
          </PathLink>
        </Box>
      </Box>
    </>
  )
}

/** Links to a gift's state, and to the receipt of one that was paid for and not passed on. */
function Ways({ order }: { order: CardOrder }) {
  const { id, recipient_first_name: name = '', payments, receipt } = order
  const amount = giftAmountOf(order) ?? ''
  return (
    <Box display="flex" flexWrap="wrap" gap="3">
      <PathLink
        path={`/mycards/sent/${encodeURIComponent(id)}`}
        className="button button--second"
        aria-label={t`View gift for ${name}, ${amount}`}
      >
        {t('VIEW GIFT')}
      </PathLink>
      {payments.length > 0 && (
        <PathLink
          path={receipt ?? receiptPath('card_order', id)}
          className="button button--quiet"
          aria-label={t`View receipt of the gift for ${name}, ${amount}`}
        >
          {t('VIEW RECEIPT')}
        </PathLink>
      )}
    </Box>
  )
}
