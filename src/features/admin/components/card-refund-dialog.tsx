import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import type { CardActReason } from '#contract/rules/card-acts.ts'
import {
  isShippingRefundable,
  priceCardRefund,
  type PricedCardRefund,
} from '#contract/pricing/card-refund.ts'
import type { RefundCardOrderBody, StaffCardOrder } from '#contract/schemas/staff-card.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { useSingleAct } from '#lib/second-factor/use-single-act.ts'
import { PendingAct } from '#shared/staff/pending-act.tsx'
import { reasonBody, ReasonFields, type TypedReason } from '#shared/staff/reason-fields.tsx'
import { useClosing, useDialogInput } from '#lib/query/use-dialog-input.ts'
import { RefusedBanner } from '#shared/staff/refused-banner.tsx'
import { refundCardOrder } from '../card-requests.ts'
import styles from './admin.module.css'
import { cardReasons, pendingWords } from './card-words.ts'

type Props = {
  order: StaffCardOrder
  /** True if it is unknown whether the refund was done. */
  onClose: (isUnsure: boolean) => void
  /** Gets the refunded amount, as text. */
  onDone: (amount: string) => void
}

/**
 * Tells what is refunded of a gift card order, and what its cards lose, before it is done. While its outcome is unknown, only the same refund can be sent
 * again: there may be less to refund by now.
 */
export function CardRefundDialog({ order, onClose, onDone }: Props) {
  const { refundable, reference } = order
  const input = useDialogInput<{ why: TypedReason<CardActReason>; ticked: boolean }>('card-refund', reference)
  const [why, setWhy] = useState<TypedReason<CardActReason>>(
    input.kept?.why ?? { reason: 'guest_asked', note: '' },
  )
  const canShip = refundable !== undefined && isShippingRefundable(refundable)
  const [ticked, setTicked] = useState(input.kept?.ticked ?? canShip)
  const shipping = ticked && canShip
  const priced = refundable && priceCardRefund(refundable, { shipping })
  const act = useSingleAct(
    refundCardOrder,
    (_answer, { body }: { reference: string; body: RefundCardOrderBody }) =>
      onDone(formatCents(body.amount_cents)),
  )
  const { held, isUnsure } = act
  const cents = held ? held.body.amount_cents : (priced?.amountCents ?? 0)
  const paidWith = order.paid_with ?? 'the original payment'
  const send = (): void => {
    if (isUnsure) act.again()
    else if (cents > 0) {
      input.noteSent()
      act.send({ reference, body: { ...reasonBody(why), amount_cents: cents, shipping } })
    }
  }
  const { dismiss, close } = useClosing(input, {
    typed: isUnsure ? undefined : { why, ticked },
    error: act.error,
    sending: act.sending,
    onClose: () => onClose(isUnsure),
  })
  return (
    <Dialog
      open
      onClose={dismiss}
      title="Refund this order"
      actions={
        <>
          {cents > 0 && (
            <Button aria-disabled={act.sending} aria-busy={act.sending} onClick={send}>
              {act.sending ? 'SENDING…' : isUnsure ? 'TRY AGAIN' : `REFUND ${formatCents(cents)}`}
            </Button>
          )}
          <Button look="second" aria-disabled={act.sending} onClick={close}>
            CLOSE
          </Button>
        </>
      }
    >
      {held ? (
        <PendingAct what={`${formatCents(cents)} refund to ${paidWith}.`} words={pendingWords} act={act}>
          <p>{wentBack(order)}</p>
        </PendingAct>
      ) : refundable && priced ? (
        <div className={styles.stack}>
          {act.error && <RefusedBanner error={act.error} />}
          <Terms priced={priced} paidWith={paidWith} />
          {canShip && (
            <label className={styles.tick}>
              <input
                type="checkbox"
                checked={ticked}
                onChange={(event) => {
                  setTicked(event.target.checked)
                  act.edited()
                }}
              />
              Also refund shipping: {formatCents(refundable.shipping_cents)}
            </label>
          )}
          <ReasonFields
            reasons={cardReasons()}
            why={why}
            onChange={(changed) => {
              setWhy(changed)
              act.edited()
            }}
          />
        </div>
      ) : (
        <p>Nothing left to refund on this order.</p>
      )}
    </Dialog>
  )
}

/** The refund's consequences. */
function Terms({ priced, paidWith }: { priced: PricedCardRefund; paidWith: string }) {
  return (
    <>
      <p>
        {formatCents(priced.amountCents)} is refunded to {paidWith}, and {formatCents(priced.faceCents)} is
        taken off its cards. A card with nothing left is no longer valid. The buyer gets an email. This cannot
        be undone.
      </p>
      {priced.discountCents > 0 && (
        <p>{formatCents(priced.discountCents)} was a discount and isn’t refunded.</p>
      )}
    </>
  )
}

const wentBack = ({ refunds }: StaffCardOrder): string =>
  refunds.length === 0
    ? 'The order shows no refund so far.'
    : `Refunded so far: ${refunds.map((one) => formatCents(one.amount_cents)).join(', ')}.`
