import { allergenText } from '#contract/rules/allergen-words.ts'
import { vehicleText } from '#contract/rules/check-in.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { TicketLine } from '#contract/schemas/ticket-order.ts'
import { Button } from '#lib/ui/button.tsx'
import { isRefundable } from '#shared/order-refund/refund-choice.ts'
import { useIsManager } from '../access.ts'
import { findNext, isHere } from '../lanes.ts'
import { useReceivedAt } from '../use-received-at.ts'
import type { KitchenPress } from '../use-kitchen-change.ts'
import { useReadyTimeText } from '../use-ready-time-text.ts'
import { useClockText } from '../use-clock-text.ts'
import { OrderRefunds } from '#shared/order-refund/order-refunds.tsx'
import styles from './kitchen.module.css'

export type OrderCardProps = {
  order: KitchenOrder
  /** The press being sent: one at a time. */
  sending: KitchenPress | undefined
  /** The ids of orders whose button was pressed meanwhile. */
  waiting: ReadonlySet<string>
  onNext: (order: KitchenOrder) => void
  /** Undefined if not allowed: both refund money. */
  onCancel: ((order: KitchenOrder) => void) | undefined
  onRefund: ((order: KitchenOrder) => void) | undefined
}

/** One order for the kitchen: its number, the guest waiting outside, when, what; and one large button. */
export function OrderCard(props: OrderCardProps) {
  const { order } = props
  const titleId = `kitchen-${order.id}`
  const cameIn = useReceivedAt()
  const readyTimeText = useReadyTimeText()
  const isManager = useIsManager()
  return (
    <li className={styles.card} data-here={isHere(order)} aria-labelledby={titleId}>
      <Curb order={order} />
      <header className={styles.cardHead}>
        <h3 id={titleId} className={styles.number}>
          {order.name}
        </h3>
        <p>{whenText(readyTimeText(order), cameIn(order))}</p>
      </header>
      <p className={styles.person}>{wholePhones(personText(order))}</p>
      <ul className={styles.lines}>
        {order.items.map((line) => (
          <Line key={line.index} line={line} />
        ))}
      </ul>
      {filled(order.recipient_comment) && <p className={styles.comment}>“{order.recipient_comment}”</p>}
      <OrderRefunds order={order} isManager={isManager} />
      <Actions {...props} />
    </li>
  )
}

function Actions({ order, sending, waiting, onNext, onCancel, onRefund }: OrderCardProps) {
  const next = findNext(order)
  const busy = sending !== undefined
  // A cancellation shows its progress in its dialog.
  const isSending = sending?.kind === 'move' && sending.id === order.id && sending.status === next?.status
  const isPressed = isSending || waiting.has(order.id)
  const label = isSending ? 'SENDING…' : isPressed ? 'PENDING…' : next?.label
  return (
    <div className={styles.actions}>
      {next && (
        <Button
          full
          aria-disabled={isPressed || (busy && sending.kind !== 'move')}
          aria-busy={isPressed}
          aria-label={`${label}: ${order.name}`}
          onClick={() => onNext(order)}
        >
          {label}
        </Button>
      )}
      {onRefund && isRefundable(order) && (
        <Button
          look="quiet"
          aria-disabled={busy}
          aria-label={`Refund ${order.name}`}
          onClick={() => onRefund(order)}
        >
          Refund
        </Button>
      )}
      {onCancel && next && order.status !== 'Completed' && (
        <Button
          look="quiet"
          aria-disabled={busy}
          aria-label={`Cancel ${order.name}`}
          onClick={() => onCancel(order)}
        >
          Cancel
        </Button>
      )}
    </div>
  )
}

/** The guest waiting outside, and since when. */
function Curb({ order }: { order: KitchenOrder }) {
  const clockText = useClockText()
  if (!isHere(order)) return undefined
  const since = Date.parse(order.checked_in_at ?? '')
  return (
    <p className={styles.here}>
      <strong>ARRIVED: {vehicleText(order) || 'at the curb'}</strong>
      {!Number.isNaN(since) && <span>since {clockText(since)}</span>}
    </p>
  )
}

function Line({ line: { quantity, name, modifiers, allergens } }: { line: TicketLine }) {
  // A row without a name is another id of the row before it.
  const shown = modifiers.filter((one) => one.name !== '')
  return (
    <li>
      <strong>
        {quantity} × {name}
      </strong>
      {shown.length > 0 && (
        <span className={styles.modifiers}>{shown.map((one) => one.name).join(', ')}</span>
      )}
      {allergenText(allergens) !== '' && <span className={styles.allergens}>{allergenText(allergens)}</span>}
    </li>
  )
}

const filled = (text: string | undefined): boolean => text !== undefined && text !== ''

function whenText(ready: string | undefined, placed: string | undefined): string {
  if (ready !== undefined) return `For ${ready}`
  return placed === undefined ? 'ASAP' : `ASAP · placed ${placed}`
}

/** Guests who call instead of tapping that they are here have to be found, too. Once they have tapped, the car is above the order's number. */
function curbsideText(order: KitchenOrder): string {
  const vehicle = isHere(order) ? '' : vehicleText(order)
  return vehicle === '' ? 'Curbside' : `Curbside: ${vehicle}`
}

/** The guest, how the order goes out, and how to reach them. */
function personText(order: KitchenOrder): string {
  const {
    recipient_first_name: first = '',
    recipient_last_name: last = '',
    recipient_phone: phone = '',
  } = order
  const {
    recipient_address: street = '',
    recipient_address2: second = '',
    recipient_city: city = '',
    recipient_zip: zip = '',
  } = order
  const how = order.use_delivery
    ? `Delivery to ${[street, second, city, zip].filter(Boolean).join(', ')}`
    : order.use_curbside
      ? curbsideText(order)
      : 'Pickup'
  return [`${first} ${last}`.trim(), how, formatPhone(phone)].filter(Boolean).join(' · ')
}
