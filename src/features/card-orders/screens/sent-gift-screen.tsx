import { t } from '#contract/language.ts'
import { deviceZone } from '#contract/time-zones.ts'
import { rich } from '#lib/paint/rich.ts'
import { useEffect, useRef, useState } from 'react'
import { formatPhone } from '#contract/rules/phone.ts'
import { receiptPath } from '#contract/rules/receipt-path.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, LoadingOrFailed } from '#lib/paint/screen-states.tsx'
import { findTypedOf } from '#lib/query/typed-forms.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useSession } from '#lib/query/portal-context.tsx'
import { Box, Text } from '#lib/ui/box.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { MoneyBack } from '#shared/forms/money-back.tsx'
import { GiftFace, GiftNote } from '#shared/gift-card/gift-face.tsx'
import OfferLinks from '#shared/offer-links/offer-links.tsx'
import { GiftChangeForm } from '../components/gift-change-form.tsx'
import { GiftWays } from '../components/gift-ways.tsx'
import { giftAmountOf, giftStateWords } from '../gift-words.ts'
import { usePlacedOrder } from '../queries.ts'

/** `/mycards/sent/{orderId}`: the giver follows a gift here, and can change it until it is opened. A guest arrives by the order's own address. */
export function SentGiftScreen({ orderId }: { orderId: string }) {
  const { order, failed, retry } = usePlacedOrder(orderId)
  const isUser = useSession().state === 'user'
  const unknown = failed?.code === 'not_found' || (order !== undefined && order.gift === undefined)
  return (
    <>
      <PageHead title={t('A Gift You Sent')} />
      <Box className="container" paddingBottom="12">
        {order?.gift && <SentGift order={order} />}
        {unknown && (
          <>
            <Empty>
              {isUser
                ? t('We couldn’t find this gift in your account.')
                : t(
                    'We couldn’t find this gift. Check that you copied the whole link, or sign in if you sent it with your account.',
                  )}
            </Empty>
            <OfferLinks />
          </>
        )}
        {!order && !unknown && (
          <LoadingOrFailed failed={failed} what={t('This gift')} isKept={false} onRetry={retry} />
        )}
      </Box>
    </>
  )
}

function SentGift({ order }: { order: CardOrder }) {
  const restaurant = useLocationCopy()?.location.name ?? ''
  // The form is open again after a reload if something was typed.
  const [changing, setChanging] = useState(() => Object.keys(findTypedOf('gift-change', order.id)).length > 0)
  const [done, setDone] = useState('')
  const { place, noteTakenBack } = useGoToTakenBack(order)
  const { gift, recipient_first_name: name = '', design } = order
  const to = order.recipient_email ?? order.recipient_phone ?? ''
  return (
    <Box
      display="grid"
      gap={{ base: '8', lg: '12' }}
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 440px) minmax(0, 1fr)' }}
      alignItems="start"
    >
      <Box as="figure" aria-label={t('The gift card')} margin="0">
        {design && (
          <GiftFace
            design={design}
            program={order.program}
            restaurant={restaurant}
            amount={giftAmountOf(order)}
            to={name}
          />
        )}
        {order.personal_message && <GiftNote message={order.personal_message} />}
      </Box>
      <Box display="grid" gap="5">
        <Text ref={place} role="status" tabIndex={-1} outline="none" fontSize="lead" fontWeight={650}>
          {giftStateWords(order, deviceZone())}
        </Text>
        <Text color="muted">
          {rich`For ${name} ${order.recipient_last_name}, by ${order.type === 'SendText' ? t('text message') : t('email')} to`}{' '}
          {order.type === 'SendText' ? formatPhone(to) : to}
        </Text>
        <MoneyBack refunds={order.refunds} payments={order.payments} />
        {done !== '' && <Banner intoView="focus" tone="success" header={t('DONE')} messages={[done]} />}
        {gift?.can_change === true && changing ? (
          <GiftChangeForm
            order={order}
            onDone={() => {
              setChanging(false)
              setDone(t('Your changes are saved.'))
            }}
            onCancel={() => setChanging(false)}
          />
        ) : (
          <GiftWays
            order={order}
            onChange={() => {
              setDone('')
              setChanging(true)
            }}
            onDone={setDone}
            onTakenBack={() => {
              // The note that it is being sent again no longer applies.
              setDone('')
              noteTakenBack()
            }}
          />
        )}
        {order.payments.length > 0 && (
          <Box>
            <PathLink
              path={order.receipt ?? receiptPath('card_order', order.id)}
              className="button button--second"
            >
              {t('VIEW RECEIPT')}
            </PathLink>
          </Box>
        )}
      </Box>
    </Box>
  )
}

/**
 * Moves the focus to the outcome after taking a gift back: the button, which was below it, disappears. Returns the outcome's place and the function that
 * records the tap.
 */
function useGoToTakenBack({ gift }: CardOrder) {
  const place = useRef<HTMLParagraphElement>(null)
  const [wasHere, setHere] = useState(false)
  const isTakenBack = gift?.state === 'taken_back'
  useEffect(() => {
    if (!wasHere || !isTakenBack) return
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.focus({ preventScroll: true })
  }, [wasHere, isTakenBack])
  return { place, noteTakenBack: () => setHere(true) }
}
