import { useState } from 'react'
import { formatPhone } from '#contract/rules/phone.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { formatCents } from '#contract/money.ts'
import { leftCentsOf } from '#contract/pricing/refund.ts'
import {
  type CancelReason,
  cancelReasonNames,
  cancelReasons,
  mayBeReason,
} from '#contract/rules/cancel-reasons.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { AppError } from '#lib/errors/app-error.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { laneOf, laneTitles } from '../lanes.ts'
import styles from './kitchen.module.css'
import { useClosing, useDialogInput } from '#lib/query/use-dialog-input.ts'
import { goesToVoidCard, restText } from '#shared/order-refund/back-text.ts'
import { reasonBody, ReasonFields } from '#shared/staff/reason-fields.tsx'
import { RefusedBanner } from '#shared/staff/refused-banner.tsx'

const reasonsOf = (order: KitchenOrder) =>
  cancelReasons
    .filter((reason) => mayBeReason(reason, order))
    .map((reason) => [reason, cancelReasonNames[reason]] as const)

/**
 * Asks for a reason before an order is canceled, which notifies the guest and refunds the money. Stays open, with what was said, until the cancellation is
 * answered.
 */
export function CancelDialog({
  order,
  sending,
  error,
  onClose,
  onCancel,
}: {
  order: KitchenOrder
  sending: boolean
  error: AppError | undefined
  onClose: () => void
  /** Gets the reason, and the staff's own note if they wrote one. */
  onCancel: (why: { reason: CancelReason; note?: string }) => void
}) {
  // No preselected reason: the guest would be told it, true or not.
  const input = useDialogInput<{ reason: CancelReason | undefined; note: string }>('cancel', order.id)
  const [why, setWhy] = useState(input.kept ?? { reason: undefined, note: '' })
  const [tried, setTried] = useState(false)
  // The guest canceled first, or the cancellation succeeded and only its answer was lost.
  const isOver = order.status === 'Cancelled'
  const cancel = (): void => {
    setTried(true)
    const { reason, note } = why
    if (reason === undefined) return document.querySelector<HTMLElement>('dialog [name=reason]')?.focus()
    input.noteSent()
    onCancel(reasonBody({ reason, note }))
  }
  const { dismiss, close } = useClosing(input, { typed: isOver ? undefined : why, error, sending, onClose })
  const actions = (
    <>
      {!isOver && (
        <Button aria-disabled={sending} aria-busy={sending} onClick={cancel}>
          {sending ? 'SENDING…' : `CANCEL ${order.name}`}
        </Button>
      )}
      <Button look="second" aria-disabled={sending} onClick={close}>
        {error || isOver ? 'CLOSE' : 'KEEP ORDER'}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={dismiss} title={`Cancel order ${order.name}?`} actions={actions}>
      <div className={styles.choice}>
        {error && !isOver && <RefusedBanner error={error} />}
        {isOver ? (
          <p role="status">Order {order.name} is canceled.</p>
        ) : (
          <>
            {/* The dialog keeps showing the order being cancelled, even if somebody else moves it meanwhile. */}
            <p role="status">It is now in: {laneTitles[laneOf(order)]}.</p>
            <p>
              {!order.refundable || (order.dispute === undefined && !goesToVoidCard(order.refundable))
                ? `${restOf(order)} is refunded to the guest, and their order page shows that it was canceled.`
                : `${restText(order.refundable)} The guest’s order page shows that it was canceled.`}{' '}
              This cannot be undone; please call them, too
              {wholePhones(order.recipient_phone ? `: ${formatPhone(order.recipient_phone)}` : '')}.
            </p>
            <ReasonFields
              reasons={reasonsOf(order)}
              why={why}
              problem={
                tried && why.reason === undefined
                  ? 'Please choose a reason. The guest sees it, too.'
                  : undefined
              }
              onChange={setWhy}
            />
          </>
        )}
        {sending && <p role="status">Sending…</p>}
      </div>
    </Dialog>
  )
}

/** What has not been refunded yet. */
const restOf = ({ refundable, totals }: KitchenOrder): string =>
  refundable ? formatCents(leftCentsOf(refundable)) : totals.total
