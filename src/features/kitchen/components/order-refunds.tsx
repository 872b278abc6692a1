import { isFailed, reasonText } from '#contract/rules/refund-words.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { OrderRefund } from '#contract/schemas/refund.ts'
import styles from './kitchen.module.css'

const cancellers = {
  guest: 'Cancelled by the guest. Please stop making it.',
  staff: 'Cancelled by the staff.',
  restaurant: 'Cancelled by itself: it could not be placed in time.',
}

/** Who cancelled an order, and what of it went back. */
export function OrderRefunds({ order: { refunds = [], cancelled_by: by } }: { order: KitchenOrder }) {
  if (refunds.length === 0 && by === undefined) return undefined
  return (
    <div className={styles.refunds}>
      {by !== undefined && (
        <p>
          <strong>{cancellers[by]}</strong>
        </p>
      )}
      {refunds.map((refund) => (
        <p key={refund.id}>{lineOf(refund)}</p>
      ))}
    </div>
  )
}

/** `$17.42 went back at 6:05pm: 1 × Margherita. Something was missing. “No basil left”` */
function lineOf({ amount, display, items, reason, note, parts }: OrderRefund): string {
  const what = items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  return [
    `${amount} went back, ${display}${what === '' ? '.' : `: ${what}.`}`,
    reasonText(reason),
    note === undefined ? '' : `“${note}”`,
    parts.some(isFailed) ? 'The guest’s bank sent it back: see Failed refunds in /admin.' : '',
  ]
    .filter((text) => text !== '')
    .join(' ')
}
