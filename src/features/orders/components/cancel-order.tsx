import { t, translateAnswer } from '#contract/language.ts'
import { useRef, useState } from 'react'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { useLostAnswer } from '#lib/query/use-lost-answer.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import { cancelOrder } from '../requests.ts'

/** `onRead` reads the order again. */
type Props = { order: TicketOrder; onCancelled: () => void; onRead: () => void }

/**
 * CANCEL ORDER, until the kitchen has started: asks for confirmation, then is done now or not at all. Not shown to someone who only has the link of another
 * person's order. If the kitchen starts meanwhile, the dialog stays and says so.
 */
export function CancelOrder({ order, onCancelled, onRead }: Props) {
  const isMember = useSession().state === 'user'
  const [open, setOpen] = useState(false)
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const hasReported = useRef(false)
  const reportOnce = (): void => {
    if (hasReported.current) return
    hasReported.current = true
    onCancelled()
  }
  const cancel = useSingleMutation({
    mutationFn: async () => {
      const services = await load()
      await cancelOrder(services, order, keyOf(services, order.id))
    },
    onSuccess() {
      setOpen(false)
      reportOnce()
    },
    onSettled: (_, cause) => {
      noteOutcome(cause)
      onRead()
    },
  })
  const isDone = open && order.status === 'Cancelled' && (cancel.isPending || cancel.isError)
  useLostAnswer(isDone, reportOnce)
  const mayCancel = order.may_cancel === true && (isMember || order.order_key !== undefined)
  const asks = open && !isDone
  if (!mayCancel && !asks) return null
  // Reads the order again: no event tells that a gift card was replaced, or that its payment is disputed.
  const ask = () => {
    setOpen(true)
    onRead()
  }
  // Does not close while sending: nobody would see a refusal.
  const close = () => {
    if (cancel.isPending) return
    setOpen(false)
    cancel.reset()
  }
  return (
    <>
      {mayCancel && (
        <Button look="quiet" onClick={ask}>
          {t('Cancel order')}
        </Button>
      )}
      <Dialog
        open={asks}
        onClose={close}
        title={t`Cancel order ${order.name}?`}
        actions={
          <>
            {mayCancel && (
              <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
                {cancel.isPending ? t('CANCELING') : t('CANCEL THE ORDER')}
              </Button>
            )}
            <Button look="second" disabled={cancel.isPending} onClick={close}>
              {mayCancel ? t('KEEP IT') : t('CLOSE')}
            </Button>
          </>
        }
      >
        <Box display="grid" gap="4">
          {cancel.error && (
            <FailureBanner error={asAppError(cancel.error)} messages={explain(asAppError(cancel.error))} />
          )}
          {mayCancel || cancel.isPending ? (
            <p>{cancelRefundText(order)}</p>
          ) : (
            // The order was read again while the dialog was open.
            !cancel.error && <p role="status">{t('This order can no longer be canceled here.')}</p>
          )}
        </Box>
      </Dialog>
    </>
  )
}

function cancelRefundText({ payments }: TicketOrder): string {
  const namesOf = (dispute: 'open' | undefined): string =>
    payments
      .filter((payment) => payment.dispute === dispute)
      .map(({ display_name: name, back_to: backTo = name }) => translateAnswer(backTo))
      .join(', ')
  const isVoid = payments.some(({ card_void: isVoidCard }) => isVoidCard)
  const isHeld = payments.some(({ card_held: isHeldCard }) => isHeldCard)
  const [paid, asked] = [namesOf(undefined), namesOf('open')]
  return [
    paid === ''
      ? t('The kitchen will not make it. This cannot be undone.')
      : t`The kitchen will not make it, and what you paid goes back to: ${paid}. This cannot be undone.`,
    ...(isVoid ? [t('A gift card among these is no longer valid. Please call us about its money.')] : []),
    ...(isHeld ? [t('A gift card among these is on hold. Please call us before you use it.')] : []),
    ...(asked === '' ? [] : [t`Your bank decides where the money you paid with ${asked} goes.`]),
  ].join(' ')
}
