import { formatCents } from '#contract/money.ts'
import type { FailedRefund, SettleRefundBody } from '#contract/schemas/failed-refund.ts'
import { useSingleAct } from '#lib/second-factor/use-single-act.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog } from '#lib/ui/dialog.tsx'
import { PendingAct } from '#shared/staff/pending-act.tsx'
import { RefusedBanner } from '#shared/staff/refused-banner.tsx'
import { settleFailedRefund } from '../requests.ts'
import styles from './admin.module.css'
import { pendingWords } from './card-words.ts'

type Props = {
  refund: FailedRefund
  how: SettleRefundBody['how']
  /** True if it is unknown whether it was done. */
  onClose: (isUnsure: boolean) => void
  onDone: () => void
}

/** Tells what will be done about a refund that did not arrive, before it is done. */
export function FailedRefundDialog({ refund, how, onClose, onDone }: Props) {
  const act = useSingleAct(settleFailedRefund, onDone)
  const amount = formatCents(refund.amount_cents)
  const send = (): void => {
    if (act.isUnsure) act.again()
    else act.send({ id: refund.id, body: { how, amount_cents: refund.amount_cents } })
  }
  const close = (): void => {
    if (!act.sending) onClose(act.isUnsure)
  }
  return (
    <Dialog
      open
      onClose={close}
      title={how === 'again' ? 'Send this refund again' : 'Refunded another way'}
      actions={
        <>
          <Button aria-disabled={act.sending} aria-busy={act.sending} onClick={send}>
            {act.sending
              ? 'SENDING…'
              : act.isUnsure
                ? 'TRY AGAIN'
                : how === 'again'
                  ? `SEND ${amount} AGAIN`
                  : 'MARK AS REFUNDED'}
          </Button>
          <Button look="second" aria-disabled={act.sending} onClick={close}>
            CLOSE
          </Button>
        </>
      }
    >
      {act.held ? (
        <PendingAct what={whatOf(refund, how)} words={pendingWords} act={act}>
          <p>If the refund is no longer in the list, somebody has taken care of it.</p>
        </PendingAct>
      ) : (
        <div className={styles.stack}>
          {act.error && <RefusedBanner error={act.error} />}
          <p>{termsOf(refund, how)}</p>
        </div>
      )}
    </Dialog>
  )
}

const whatOf = (
  { amount_cents: cents, display_name: card, about }: FailedRefund,
  how: Props['how'],
): string =>
  how === 'again'
    ? `${formatCents(cents)} goes to ${card} again.`
    : `${formatCents(cents)} of order ${about} is marked as refunded another way.`

const termsOf = (
  { amount_cents: cents, display_name: card, name }: FailedRefund,
  how: Props['how'],
): string =>
  how === 'again'
    ? `${formatCents(cents)} goes to ${card} once more. If that card is closed, the bank will send it back again.`
    : `Have you paid ${formatCents(cents)} to ${name || 'the guest'} in cash, by check or another way? The guest’s order will say so, and nothing more goes to ${card}.`
