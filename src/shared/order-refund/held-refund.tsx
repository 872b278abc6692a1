import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { Banner } from '#lib/paint/banner.tsx'
import type { SingleAct } from '#lib/second-factor/use-single-act.ts'
import { PendingAct } from '#shared/staff/pending-act.tsx'
import { amountOf, dishOf, isShownOn, type SentRefund } from './refund-choice.ts'
import { OrderRefunds } from './order-refunds.tsx'

/** A refund that is being sent, or got no answer. Replaces the choice, which must not be changed any more. */
export function HeldRefund(props: {
  order: KitchenOrder
  sent: SentRefund
  act: Pick<SingleAct<SentRefund>, 'sending' | 'isUnsure' | 'error'>
}) {
  const { order, sent, act } = props
  const { refunds = [] } = order
  const amount = amountOf(sent)
  return (
    <PendingAct
      what={`${amount} of ${sent.name}, ${wordsOf(order, sent)}.`}
      words={{
        unsure: 'We don’t know if this refund went through',
        mayHave: 'May have been refunded',
        again: `TRY AGAIN is safe: ${amount} won’t be refunded twice.`,
      }}
      act={act}
    >
      {refunds.length === 0 && <p>The order shows no refund so far.</p>}
      <OrderRefunds order={order} />
    </PendingAct>
  )
}

/** For a refund without an answer: what to check, until the order shows it or somebody has checked. */
export function UnsureRefund(props: {
  sent: SentRefund
  order: KitchenOrder | undefined
  onDismiss: () => void
}) {
  const { sent, order, onDismiss } = props
  const what = `${sent.name}: ${amountOf(sent)}`
  return order && isShownOn(order, sent) ? (
    <Banner
      tone="success"
      header={`${what} was refunded`}
      messages={['The order shows the refund.']}
      onDismiss={onDismiss}
    />
  ) : (
    <Banner
      intoView
      tone="error"
      header={`${what} may have been refunded`}
      messages={[
        `We don’t know if this refund went through. Please check the refunds on order ${sent.name} before you refund it again.`,
      ]}
      onDismiss={onDismiss}
    />
  )
}

/** `1 × Margherita (12 inch), delivery, tip`. */
function wordsOf(order: KitchenOrder, { body: { lines, delivery, tip } }: SentRefund): string {
  const dishes = lines.map(({ index, quantity }) => `${quantity} × ${dishOf(order, index)}`)
  return [...dishes, ...(delivery ? ['delivery'] : []), ...(tip > 0 ? ['tip'] : [])].join(', ')
}
