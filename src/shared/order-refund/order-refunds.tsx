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

/** Says who cancelled. A kitchen that has started is asked to stop: a merchant's own API may let its guests cancel that late. */
function cancelledText(
  by: NonNullable<KitchenOrder['cancelled_by']>,
  { history = [] }: KitchenOrder,
): string {
  const isStarted = history.some(({ status }) => begunStates.has(status))
  return by === 'guest' && isStarted ? `${cancellers[by]} Please stop making it.` : cancellers[by]
}

/** What a dispute at the guest's bank means for an order's money. */
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

/** The same for kitchen staff, who make no refunds and have no account at the provider. */
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
  /** Whether the staff are told what they have to do about it. */
  isManager?: boolean
}

/** Who cancelled an order, what was refunded, and whether a bank disputes one of its payments. */
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

/** What to do about a refund that did not arrive. */
const failedAdvice = (isManager: boolean): string =>
  isManager ? ': see Failed refunds in /admin.' : '. Please tell a manager.'

/** What to do about money on a void card. */
const voidAdvice = (isManager: boolean): string =>
  isManager ? ': re-issue the card under Gift cards in /admin.' : '. Please tell a manager.'

/** `$17.42 refunded, 6:05pm: 1 × Margherita. Something was missing. “No basil left”` */
function lineOf(refund: OrderRefund, isManager: boolean): string {
  const { amount, display, reason, note, parts } = refund
  const what = refundedItems(refund)
  const taken = parts.filter(({ dispute }) => dispute === 'lost')
  const isTaken = taken.length > 0 && taken.length === parts.length
  return [
    // The time at which a bank took it is unknown.
    isTaken
      ? `${amount} taken back by the guest’s bank.`
      : `${amount} ${parts.some(({ dispute }) => dispute === 'open') ? 'waiting on the bank' : 'refunded'}, ${display}${what === '' ? '.' : `: ${what}.`}`,
    isTaken ? '' : taken.map((part) => `Of it ${part.amount} was taken back by the guest’s bank.`).join(' '),
    reasonText(reason),
    note === undefined ? '' : `“${note}”`,
    parts.some(({ card_void: isVoid }) => isVoid)
      ? `The gift card that got it was voided, so nobody can use it${voidAdvice(isManager)}`
      : '',
    parts.some(isFailed) ? `The guest’s bank returned it${failedAdvice(isManager)}` : '',
  ]
    .filter((text) => text !== '')
    .join(' ')
}
