import { formatCents } from '#contract/money.ts'
import { isFailed, reasonText, refundedItems } from '#contract/rules/refund-words.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { OrderRefund } from '#contract/schemas/refund.ts'
import styles from './order-refund.module.css'

const cancellers = {
  guest: 'Canceled by the guest.',
  staff: 'Canceled by the staff.',
  restaurant: 'Automatically canceled: it couldn’t be placed in time.',
}

const begunStates: ReadonlySet<string> = new Set(['Preparing', 'Ready', 'Completed'])

/** By whom an order was cancelled; to stop is asked only of a kitchen that had begun, which an API of its own may let its guests cancel. */
function cancelledText(
  by: NonNullable<KitchenOrder['cancelled_by']>,
  { history = [] }: KitchenOrder,
): string {
  const isStarted = history.some(({ status }) => begunStates.has(status))
  return by === 'guest' && isStarted ? `${cancellers[by]} Please stop making it.` : cancellers[by]
}

/** What a dispute of its guest's bank means for an order's money. */
export function disputeText(
  { status, taken_cents: takenCents }: Pick<KitchenOrder, 'status' | 'taken_cents'>,
  dispute: NonNullable<KitchenOrder['dispute']>,
): string {
  if (dispute === 'open')
    return 'The guest’s bank disputes the payment of this order. Nothing can be refunded to that card until the bank decides. Respond in Stripe.'
  if (takenCents === undefined)
    return 'The guest’s bank has reversed the payment of this order. Nothing more can be refunded to that card.'
  const taken = `The guest’s bank has taken ${formatCents(takenCents)} of the payment of this order.`
  return status === 'Cancelled'
    ? taken
    : `${taken} Parts can’t be refunded to that card: what’s left goes back when the order is canceled, or in Stripe.`
}

/** The same for the kitchen's people, who give nothing back and have no account at the provider. */
const disputeNews = (
  { taken_cents: takenCents }: Pick<KitchenOrder, 'taken_cents'>,
  dispute: NonNullable<KitchenOrder['dispute']>,
): string =>
  dispute === 'open'
    ? 'The guest’s bank disputes the payment of this order.'
    : takenCents === undefined
      ? 'The guest’s bank has reversed the payment of this order.'
      : `The guest’s bank has taken ${formatCents(takenCents)} of the payment of this order.`

type Props = {
  order: KitchenOrder
  /** Whether they are told what is theirs to do about it. */
  isManager?: boolean
}

/** Who cancelled an order, what of it went back, and whether a bank disputes what paid for it. */
export function OrderRefunds({ order, isManager = true }: Props) {
  const { refunds = [], cancelled_by: by, dispute } = order
  if (refunds.length === 0 && by === undefined && dispute === undefined) return undefined
  return (
    <div className={styles.refunds}>
      {by !== undefined && (
        <p>
          <strong>{cancelledText(by, order)}</strong>
        </p>
      )}
      {dispute !== undefined && (
        <p>
          <strong>{(isManager ? disputeText : disputeNews)(order, dispute)}</strong>
        </p>
      )}
      {refunds.map((refund) => (
        <p key={refund.id}>{lineOf(refund, isManager)}</p>
      ))}
    </div>
  )
}

/** What there is to do about a refund that did not arrive. */
const failedAdvice = (isManager: boolean): string =>
  isManager ? ': see Failed refunds in /admin.' : '. Please tell a manager.'

/** `$17.42 refunded, 6:05pm: 1 × Margherita. Something was missing. “No basil left”` */
function lineOf(refund: OrderRefund, isManager: boolean): string {
  const { amount, display, reason, note, parts } = refund
  const what = refundedItems(refund)
  const taken = parts.filter(({ dispute }) => dispute === 'lost')
  const isTaken = taken.length > 0 && taken.length === parts.length
  return [
    // Nobody here knows when a bank took it.
    isTaken
      ? `${amount} taken back by the guest’s bank.`
      : `${amount} ${parts.some(({ dispute }) => dispute === 'open') ? 'waiting on the bank' : 'refunded'}, ${display}${what === '' ? '.' : `: ${what}.`}`,
    isTaken ? '' : taken.map((part) => `Of it ${part.amount} was taken back by the guest’s bank.`).join(' '),
    reasonText(reason),
    note === undefined ? '' : `“${note}”`,
    parts.some(isFailed) ? `The guest’s bank returned it${failedAdvice(isManager)}` : '',
  ]
    .filter((text) => text !== '')
    .join(' ')
}
