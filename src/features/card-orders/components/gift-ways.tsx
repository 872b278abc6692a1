import { t } from '#contract/language.ts'
import { useEffect } from 'react'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { rich } from '#lib/paint/rich.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import { PhoneLink } from '#shared/forms/phone-link.tsx'
import { TakeBack } from './take-back.tsx'

const isResendable = ({ gift }: CardOrder): boolean =>
  gift?.state === 'sent' || gift?.state === 'undeliverable'

type GiftWaysProps = {
  order: CardOrder
  onChange: () => void
  onDone: (words: string) => void
  onTakenBack: () => void
}

/** What can be done with a gift that nobody has opened. */
export function GiftWays({ order, onChange, onDone, onTakenBack }: GiftWaysProps) {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const resending = useSingleMutation({
    mutationFn: async () => {
      const services = await load()
      await services.api.send(cardEndpoints.resendGift, {
        params: { id: order.id },
        // The key does not depend on the gift's state, which such a call changes.
        key: keyOf(services, order.id),
      })
    },
    onSuccess: () => onDone(t('It is on its way again.')),
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const { isError, reset } = resending
  const phone = useLocationCopy()?.location.phone
  const isOnItsWay = order.gift?.state === 'sending'
  useEffect(() => {
    if (!isOnItsWay || !isError) return
    // The answer was lost, but by now the restaurant has told the outcome: a later request is a new one.
    noteOutcome()
    reset()
  }, [isOnItsWay, isError, noteOutcome, reset])
  const canChange = order.gift?.can_change === true
  return (
    <Box display="grid" gap="4">
      {resending.error && !isOnItsWay && (
        <FailureBanner error={asAppError(resending.error)} messages={explain(asAppError(resending.error))} />
      )}
      <Box display="flex" flexWrap="wrap" gap="3">
        {canChange && <Button onClick={onChange}>{t('CHANGE THIS GIFT')}</Button>}
        {canChange && isResendable(order) && (
          <Button
            look="second"
            aria-busy={resending.isPending}
            onClick={() => {
              if (resending.isPending) return
              onDone('')
              resending.mutate()
            }}
          >
            {resending.isPending ? t('SENDING…') : t('SEND IT AGAIN')}
          </Button>
        )}
        <TakeBack order={order} onTakenBack={onTakenBack} />
      </Box>
      {canChange && !order.gift?.passed_on && phone && (
        <Text color="muted">{rich`To cancel this gift, please call us: ${<PhoneLink phone={phone} />}`}</Text>
      )}
      {order.gift?.state === 'stopped' && phone && (
        <Text color="muted">
          {t('You can always call:')} <PhoneLink phone={phone} />
        </Text>
      )}
    </Box>
  )
}
