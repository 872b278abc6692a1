import { t } from '#contract/language.ts'
import { deviceZone } from '#contract/time-zones.ts'
import { rich } from '#lib/paint/rich.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { PhoneLink } from '#shared/forms/phone-link.tsx'
import { MoneyBack } from '#shared/forms/money-back.tsx'
import { GiftFace, GiftNote } from '#shared/gift-card/gift-face.tsx'
import { GiftChangeForm } from '../components/gift-change-form.tsx'
import { giftAmountOf, giftStateWords } from '../gift-words.ts'
import { useSentGift } from '../queries.ts'

/** `/mycards/sent/{orderId}`: a gift as its giver follows it, and changes it until it is opened. A guest comes by the order's own address. */
export function SentGiftScreen({ orderId }: { orderId: string }) {
  const { order, failed, retry } = useSentGift(orderId)
  const phone = useLocationCopy()?.location.phone
  const unknown = failed?.code === 'not_found' || (order !== undefined && order.gift === undefined)
  return (
    <>
      <PageHead title={t('A Gift You Sent')} />
      <Box className="container" paddingBottom="12">
        {order?.gift && <SentGift order={order} />}
        {unknown && (
          <>
            <Empty>{t('There is no gift at this address, or it is not yours.')}</Empty>
            <WaysOn phone={phone} />
          </>
        )}
        {!order &&
          !unknown &&
          (failed ? (
            <Unreachable failed={failed} what={t('This gift')} onRetry={retry} />
          ) : (
            <Skeleton count={3} shape="row" />
          ))}
      </Box>
    </>
  )
}

/** What is left to do where a gift cannot be seen. */
const WaysOn = ({ phone }: { phone: string | undefined }) => (
  <Box display="grid" gap="5" justifyItems="start">
    {phone !== undefined && (
      <p>
        {t('You can always call:')} <PhoneLink phone={phone} />
      </p>
    )}
    <PathLink path="/" className="button button--solid">
      {t('Return Home')}
    </PathLink>
  </Box>
)

function SentGift({ order }: { order: CardOrder }) {
  const restaurant = useLocationCopy()?.location.name ?? ''
  const [changing, setChanging] = useState(false)
  const [done, setDone] = useState('')
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
          <GiftFace design={design} restaurant={restaurant} amount={giftAmountOf(order)} to={name} />
        )}
        {order.personal_message && <GiftNote message={order.personal_message} />}
      </Box>
      <Box display="grid" gap="5">
        <Text role="status" fontSize="lead" fontWeight={650}>
          {giftStateWords(order, deviceZone())}
        </Text>
        <Text color="muted">
          {rich`For ${name} ${order.recipient_last_name}, by ${order.type === 'SendText' ? t('text message') : t('email')} to`}{' '}
          {order.type === 'SendText' ? formatPhone(to) : to}
        </Text>
        <MoneyBack refunds={order.refunds} />
        {done !== '' && <Banner tone="success" header={t('DONE')} messages={[done]} />}
        {gift?.can_change === true &&
          (changing ? (
            <GiftChangeForm
              order={order}
              onDone={() => {
                setChanging(false)
                setDone(t('Your changes are saved.'))
              }}
              onCancel={() => setChanging(false)}
            />
          ) : (
            <Ways
              order={order}
              onChange={() => {
                setDone('')
                setChanging(true)
              }}
              onDone={setDone}
            />
          ))}
      </Box>
    </Box>
  )
}

type WaysProps = { order: CardOrder; onChange: () => void; onDone: (words: string) => void }

/** What can be done with a gift that nobody has opened. */
function Ways({ order, onChange, onDone }: WaysProps) {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const doing = useMutation({
    mutationFn: async (what: 'resendGift' | 'takeBackGift') => {
      const services = await load()
      await services.api.send(cardEndpoints[what], {
        params: { id: order.id },
        key: keyOf(services, [what, order.gift]),
      })
    },
    onSuccess: (_, what) => {
      if (what === 'resendGift') onDone(t('It is on its way again.'))
    },
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const go = (what: 'resendGift' | 'takeBackGift'): void => {
    if (!doing.isPending) doing.mutate(what)
  }
  return (
    <Box display="grid" gap="4">
      {doing.error && (
        <Banner intoView tone="error" header={t('Error')} messages={explain(asAppError(doing.error))} />
      )}
      <Box display="flex" flexWrap="wrap" gap="3">
        <Button onClick={onChange}>{t('CHANGE THIS GIFT')}</Button>
        {order.gift?.state === 'sent' && (
          <Button look="second" aria-busy={doing.isPending} onClick={() => go('resendGift')}>
            {t('SEND IT AGAIN')}
          </Button>
        )}
        {order.gift?.passed_on === true && (
          <Button look="second" aria-busy={doing.isPending} onClick={() => go('takeBackGift')}>
            {t('TAKE IT BACK')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
