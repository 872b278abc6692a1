import type { ReactNode } from 'react'
import { allergenText } from '#contract/rules/allergen-words.ts'
import { formatPhone, phoneHref } from '#contract/rules/phone.ts'
import type { OrderRefund } from '#contract/schemas/refund.ts'
import type { StaffOrder } from '#contract/schemas/staff-order.ts'
import { amountsOf, handoverOf, nameOf, nobody, orderState, partOf, readyText } from '../order-words.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import styles from './admin.module.css'

/** Each part below shows one aspect of an order. */
type Props = { order: StaffOrder }

/** Names and values; empty values are left out. */
const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(([, value]) => value !== '' && value !== false)
      .map(([name, value]) => (
        <div key={name} className={styles.pair}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** The guest and how to reach them, when it was, and what they said about it. */
export function OrderFacts({ order }: Props) {
  const stamp = useLocalStamp()
  const { recipient_phone: phone = '', recipient_email: email = '' } = order
  const name = nameOf(order)
  return (
    <Facts
      facts={[
        ['Guest', name || (phone === '' && email === '' ? nobody : '')],
        [
          'Phone',
          phone !== '' && (
            <a href={phoneHref(phone)} className="row-link whole">
              {formatPhone(phone)}
            </a>
          ),
        ],
        [
          'Email',
          email !== '' && (
            <a href={`mailto:${email}`} className="row-link">
              {email}
            </a>
          ),
        ],
        ['Placed', stamp(order.placed_at)],
        ['For', readyText(order.ready_date_display, order.ready_time_display)],
        ['How', handoverOf(order)],
        ['Note', order.recipient_comment ?? ''],
        ['Promo code', order.promo_code ?? ''],
      ]}
    />
  )
}

/** The dishes as ordered, with their choices and the allergens stated at the time. */
export const OrderDishes = ({ order }: Props) => (
  <ul className={styles.dishes} aria-label="Dishes">
    {order.items.map((line) => {
      // A row without a name is another id of the row before it.
      const choices = line.modifiers.filter((one) => one.name !== '').map((one) => one.name)
      const stated = allergenText(line.allergens)
      return (
        <li key={line.index}>
          <span>
            <strong>
              {line.quantity} × {line.name}
            </strong>
            {choices.length > 0 && <span className={styles.note}>{choices.join(', ')}</span>}
            {stated !== '' && <span className={styles.note}>{stated}</span>}
          </span>
          <span className="price">{line.pretty_price}</span>
        </li>
      )
    })}
  </ul>
)

/** The totals and the payments, even if everything was refunded. */
export const OrderAmounts = ({ order, order: { paid = order.payments } }: Props) => (
  <Facts
    facts={[
      ...amountsOf(order),
      [
        'Paid with',
        paid.length > 0 &&
          paid.map(({ display_name: name, display_amount: amount }, place) => (
            <span key={place} className={styles.row}>
              {name}: {amount}
            </span>
          )),
      ],
    ]}
  />
)

/** Where each part of the refunded money is now. */
export function RefundedParts({ refunds }: { refunds: readonly OrderRefund[] }) {
  const stamp = useLocalStamp()
  const parts = refunds.flatMap((refund) => refund.parts)
  if (parts.length === 0) return undefined
  return (
    <ul aria-label="Refunded to">
      {parts.map((part, place) => (
        // Parts have nothing unique, and new ones are appended.
        <li key={place} className={styles.note}>
          {partOf(part, stamp)}
        </li>
      ))}
    </ul>
  )
}

/** The order's history, with times. */
export function OrderHistory({ order: { history = [] } }: Props) {
  const stamp = useLocalStamp()
  if (history.length === 0) return undefined
  return (
    <>
      <h4>History</h4>
      <Facts facts={history.map(({ status, at }) => [orderState(status), stamp(at)] as const)} />
    </>
  )
}
