import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/money.ts'
import type { StaffCardLine, StaffCardOrderLine } from '#contract/schemas/staff-card.ts'
import { nobody } from '../order-words.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import styles from './admin.module.css'
import { RecordsTable } from './admin-states.tsx'
import { maskOf, stateOf } from './card-words.ts'

/** Cards in a table, each linking to its own page. */
export function CardRows({ caption, cards }: { caption: string; cards: readonly StaffCardLine[] }) {
  const stamp = useLocalStamp()
  return (
    <RecordsTable caption={caption} head={['Card', 'Balance', 'State', 'Made']}>
      {cards.map((card) => (
        <tr key={card.reference}>
          <th scope="row">
            <Link to="/admin" search={{ view: 'cards', card: card.reference }} className="row-link">
              {maskOf(card)}
            </Link>
            <span className={styles.note}>{card.description}</span>
          </th>
          <td>{formatCents(card.balance_cents)}</td>
          <td className={styles.nowrap}>{stateOf(card.status)}</td>
          <td className={styles.nowrap}>{stamp(card.created_at)}</td>
        </tr>
      ))}
    </RecordsTable>
  )
}

const types: Readonly<Record<string, string>> = {
  Purchase: 'Bought',
  Reload: 'Reloaded',
  SendText: 'Sent by text',
  SendEmail: 'Sent by email',
  SendPhysical: 'Sent by mail',
  PhysicalCards: 'Cards by mail',
}
const typeOf = (type: string): string => (Object.hasOwn(types, type) ? types[type]! : type)

/** The buyer and the recipient: `Rosa Diaz (rosa@example.com), for Ada Guest`. */
export function peopleOf(order: StaffCardOrderLine): string {
  const buyer = [order.buyer_name, order.buyer_email && `(${order.buyer_email})`].filter(Boolean).join(' ')
  const recipient = order.recipient_name || order.recipient_email
  return [buyer, recipient && `for ${recipient}`].filter(Boolean).join(', ') || nobody
}

/** Gift card orders in a table, each linking to its own page. */
export function OrderRows({ caption, orders }: { caption: string; orders: readonly StaffCardOrderLine[] }) {
  const stamp = useLocalStamp()
  return (
    <RecordsTable caption={caption} head={['Order', 'Paid', 'Who']}>
      {orders.map((order) => (
        <tr key={order.reference}>
          <th scope="row">
            <Link to="/admin" search={{ view: 'cards', cardOrder: order.reference }} className="row-link">
              {orderTitle(order, stamp)}
            </Link>
          </th>
          <td>{formatCents(order.paid_cents)}</td>
          <td>{peopleOf(order)}</td>
        </tr>
      ))}
    </RecordsTable>
  )
}

/** An order in one line, which is also its page's title. */
export const orderTitle = (order: StaffCardOrderLine, stamp: (iso: string) => string): string =>
  [order.order_number && `Order ${order.order_number}`, typeOf(order.type), stamp(order.placed_at)]
    .filter(Boolean)
    .join(', ')
