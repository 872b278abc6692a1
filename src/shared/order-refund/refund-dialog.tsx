import { useEffect, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { leftCentsOf, type PricedRefund } from '#contract/pricing/refund.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { RefundReason } from '#contract/schemas/refund.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { useClosing, useDialogInput } from '#lib/query/use-dialog-input.ts'
import { ReasonFields } from '#shared/staff/reason-fields.tsx'
import {
  amountOf,
  bodyOf,
  type Chosen,
  isShownOn,
  isUnbegun,
  nothingChosen,
  priceChosen,
  type SentRefund,
  sentRefund,
} from './refund-choice.ts'
import { findUnsure, noteShown } from './unsure-refunds.ts'
import { usePrincipal } from '#lib/query/portal-context.tsx'
import { RefusedBanner } from '#shared/staff/refused-banner.tsx'
import { useRefund } from './use-refund.ts'
import { HeldRefund } from './held-refund.tsx'
import { backText } from './back-text.ts'
import { disputeText } from './order-refunds.tsx'
import styles from './order-refund.module.css'
import { RefundParts } from './refund-parts.tsx'

type Props = {
  order: KitchenOrder
  onClose: () => void
  onDone: (sent: SentRefund) => void
}

type Why = { reason: RefundReason | undefined; note: string }

const reasons: readonly (readonly [RefundReason, string])[] = [
  ['missing', 'Something was missing'],
  ['wrong', 'Something was not as ordered'],
  ['quality', 'Something was not good enough'],
  ['late', 'It came too late'],
  ['sold_out', 'Something was sold out'],
  ['other', 'Something else'],
]

/**
 * Chooses what to refund and why, and says where the money goes before it does. It stays open until the server has accepted the refund. While the outcome is
 * unknown, only the same refund can be sent again: the order may have changed.
 */
export function RefundDialog({ order, onClose, onDone }: Props) {
  // What is still refundable is among what it is about: a choice from before another refund could be too much.
  const input = useDialogInput<{ chosen: Chosen; why: Why }>('refund', order.id, order.refundable)
  const [chosen, setChosen] = useState(input.kept?.chosen ?? nothingChosen)
  // No reason is preselected: the guest would be told it whether or not it is true.
  const [why, setWhy] = useState<Why>(input.kept?.why ?? { reason: undefined, note: '' })
  const [tried, setTried] = useState(false)
  const principal = usePrincipal()
  const [start] = useState(() => findUnsure(order, principal))
  const act = useRefund(onDone, start)
  const { refundable } = order
  const { held, isUnsure } = act
  const isShown = held !== undefined && isUnsure && !act.sending && isShownOn(order, held)
  useEffect(() => {
    if (!isShown) return
    noteShown(order)
    onDone(held)
  }, [isShown, held, order, onDone])
  const priced = refundable && priceChosen(refundable, chosen)
  const dispute = priced && findDispute(priced)
  const { dismiss, close } = useClosing(input, {
    typed: isUnsure ? undefined : { chosen, why },
    error: act.error,
    sending: act.sending,
    onClose,
  })
  const send = (): void => {
    if (isUnsure) return act.again()
    setTried(true)
    const { reason, note } = why
    if (reason === undefined) return document.querySelector<HTMLElement>('dialog [name=reason]')?.focus()
    if (!refundable || !priced?.totalCents || dispute !== undefined) return
    input.noteSent()
    act.send(sentRefund(order, bodyOf(refundable, chosen, { reason, note })))
  }
  return (
    <Dialog
      open
      onClose={dismiss}
      title={`Refund order ${order.name}`}
      actions={
        <>
          {(held ?? refundable) && (
            <Button
              aria-disabled={act.sending || (!held && (priced?.totalCents === 0 || dispute !== undefined))}
              aria-busy={act.sending}
              onClick={send}
            >
              {act.sending
                ? 'SENDING…'
                : isUnsure
                  ? 'TRY AGAIN'
                  : `REFUND ${held ? amountOf(held) : formatCents(priced?.totalCents ?? 0)}`}
            </Button>
          )}
          <Button look="second" aria-disabled={act.sending} onClick={close}>
            CLOSE
          </Button>
        </>
      }
    >
      {held ? (
        <HeldRefund order={order} sent={held} act={act} />
      ) : refundable && priced ? (
        <div className={styles.choice}>
          {act.error && <RefusedBanner error={act.error} />}
          <RefundParts order={order} refundable={refundable} chosen={chosen} onChange={setChosen} />
          <ReasonFields
            reasons={reasons}
            why={why}
            problem={
              tried && why.reason === undefined
                ? 'Please choose a reason. The guest sees it, too.'
                : undefined
            }
            onChange={setWhy}
          />
          {dispute === undefined ? (
            <Result
              priced={priced}
              staysOn={isUnbegun(order) && priced.totalCents === leftCentsOf(refundable)}
            />
          ) : (
            <p className={styles.result} role="status">
              {disputeText(order, dispute)}
            </p>
          )}
        </div>
      ) : (
        // The order was canceled meanwhile.
        <p>Nothing left to refund on this order.</p>
      )}
    </Dialog>
  )
}

/** What a bank says about a payment that the choice would go back to: the whole refund is refused then. */
const findDispute = ({ parts }: PricedRefund): 'open' | 'lost' | undefined =>
  parts.find(({ dispute }) => dispute !== undefined)?.dispute

/** Where the money goes, before it does. `staysOn`: everything is refunded, but the kitchen has not started the order and would still make it. */
function Result({
  priced: { parts, refundedOutsideCents },
  staysOn,
}: {
  priced: PricedRefund
  staysOn: boolean
}) {
  return (
    <div className={styles.result} role="status">
      {parts.length === 0
        ? refundedOutsideCents > 0
          ? 'Everything has been refunded.'
          : 'Choose what to refund.'
        : parts.map((part) => <p key={part.paymentId}>{backText(part)}</p>)}
      {parts.length > 0 && refundedOutsideCents > 0 && (
        <p>This is all that’s left: {formatCents(refundedOutsideCents)} was refunded outside this page.</p>
      )}
      {staysOn && <p>The order stays on the board. If nobody should make it, cancel it instead.</p>}
    </div>
  )
}
