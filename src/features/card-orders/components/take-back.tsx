import { t } from '#contract/language.ts'
import { useState } from 'react'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { deviceZone } from '#contract/time-zones.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useLostAnswer } from '#lib/query/use-lost-answer.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import { giftAmountOf, giftStateWords } from '../gift-words.ts'

type TakeBackProps = { order: CardOrder; onTakenBack: () => void }

/** TAKE IT BACK, for a passed-on gift that nobody has opened: asks for confirmation. If the gift is opened meanwhile, the question stays and says so. */
export function TakeBack({ order, onTakenBack }: TakeBackProps) {
  const [asks, setAsks] = useState(false)
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const taking = useSingleMutation({
    mutationFn: async () => {
      const services = await load()
      await services.api.send(cardEndpoints.takeBackGift, {
        params: { id: order.id },
        key: keyOf(services, order.id),
      })
    },
    onSuccess() {
      setAsks(false)
      onTakenBack()
    },
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const isDone = asks && order.gift?.state === 'taken_back' && (taking.isPending || taking.isError)
  useLostAnswer(isDone, onTakenBack)
  const mayTake = order.gift?.can_change === true && order.gift.passed_on === true
  const isOpen = asks && !isDone
  if (!mayTake && !isOpen) return null
  // Does not close while sending: nobody would see a refusal.
  const close = (): void => {
    if (taking.isPending) return
    setAsks(false)
    taking.reset()
  }
  return (
    <>
      {mayTake && (
        <Button look="second" onClick={() => setAsks(true)}>
          {t('TAKE IT BACK')}
        </Button>
      )}
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('Take this gift back?')}
        actions={
          <>
            {mayTake && (
              <Button busy={taking.isPending} onClick={() => taking.mutate()}>
                {t('TAKE IT BACK')}
              </Button>
            )}
            <Button look="second" disabled={taking.isPending} onClick={close}>
              {mayTake ? t('LEAVE IT AS IT IS') : t('CLOSE')}
            </Button>
          </>
        }
      >
        <Box display="grid" gap="4">
          {taking.error && (
            <FailureBanner error={asAppError(taking.error)} messages={explain(asAppError(taking.error))} />
          )}
          {mayTake ? (
            <p>{takeBackRefundText(order)}</p>
          ) : (
            !taking.error && <p role="status">{giftStateWords(order, deviceZone())}</p>
          )}
        </Box>
      </Dialog>
    </>
  )
}

function takeBackRefundText(order: CardOrder): string {
  const { gift, recipient_first_name: name = t('them') } = order
  const amount = giftAmountOf(order) ?? ''
  return gift?.state === 'scheduled'
    ? t`It is not sent to ${name}, and ${amount} goes back on your card.`
    : t`The link that ${name} was sent stops working, and ${amount} goes back on your card.`
}
