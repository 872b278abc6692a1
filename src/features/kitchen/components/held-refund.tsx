import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { explain } from '#lib/errors/explain.ts'
import { Banner } from '#lib/paint/banner.tsx'
import type { SingleAct } from '#lib/second-factor/use-single-act.ts'
import { amountOf, dishOf, isShownOn, type SentRefund } from '../refund-choice.ts'
import styles from './kitchen.module.css'
import { OrderRefunds } from './order-refunds.tsx'

/** A refund that is being sent, or got no answer, in the place of what was chosen: it is not to be changed any more. */
export function HeldRefund(props: {
  order: KitchenOrder
  sent: SentRefund
  act: Pick<SingleAct<SentRefund>, 'sending' | 'isUnsure' | 'error'>
}) {
  const { order, sent, act } = props
  const { sending, isUnsure, error } = act
  const { refunds = [] } = order
  return (
    <div className={styles.choice}>
      {isUnsure && (
        <Banner
          intoView
          tone="error"
          header="We do not know whether it went back"
          messages={[
            ...(error ? explain(error) : []),
            `TRY AGAIN asks once more for exactly this: ${amountOf(sent)} goes back once, never twice.`,
          ]}
          reference={error?.details.requestId}
        />
      )}
      <p role="status">
        {isUnsure ? 'May have gone back' : 'Being sent'}: {amountOf(sent)} of {sent.name},{' '}
        {wordsOf(order, sent)}.{sending && ' Please wait for the answer.'}
      </p>
      {isUnsure && refunds.length === 0 && <p>The order shows no refund so far.</p>}
      {isUnsure && <OrderRefunds order={order} />}
    </div>
  )
}

/** Of a refund that was left without an answer: what to look at, until the order shows it or somebody has looked. */
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
      header={`${what} went back`}
      messages={['The order shows the refund.']}
      onDismiss={onDismiss}
    />
  ) : (
    <Banner
      intoView
      tone="error"
      header={`${what} may have gone back`}
      messages={[
        `No answer came to this refund. Please look at what went back on order ${sent.name} before you refund it again.`,
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
