import { Link } from '@tanstack/react-router'
import { formatDate } from '#contract/format-date.ts'
import { formatCents } from '#contract/money.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import type { FindOrdersBody, StaffOrderLine } from '#contract/schemas/staff-order.ts'
import { Skeleton } from '#lib/paint/screen-states.tsx'
import { wholePhones } from '#lib/paint/whole-phones.tsx'
import { Button } from '#lib/ui/button.tsx'
import type { FoundOrders as Found } from '../order-queries.ts'
import { nobody, orderState, readyText } from '../order-words.ts'
import { useEndOfList } from '../use-end-of-list.ts'
import { useLocalStamp } from '../use-local-stamp.ts'
import { AdminProblem, RecordsTable } from './admin-states.tsx'
import type { OrderList } from '../screens/admin-search.ts'
import styles from './admin.module.css'

type Props = {
  asked: FindOrdersBody
  days: { today: string; yesterday: string }
  found: Found
  list: OrderList
}

/** The orders found, newest first, with a button for more. */
export function FoundOrders({ asked, days, found, list }: Props) {
  const { orders, more, busy, failed, loadMore } = found
  const said = useEndOfList(more)
  if (orders === undefined)
    return failed && !busy ? (
      <AdminProblem error={failed} onRetry={loadMore} />
    ) : (
      <Skeleton count={3} shape="row" />
    )
  if (orders.length === 0)
    return (
      <p className={styles.empty} role="status">
        {asked.day === undefined
          ? 'No orders found. Please check what you typed, or search another way. A guest whose data was deleted is found by order number or day only.'
          : `There are no orders ${whenOf(asked.day, days)}.`}
      </p>
    )
  return (
    <>
      <p ref={said} role="status" tabIndex={-1} className={styles.note}>
        {countOf(orders.length, more)}
        {asked.day === undefined ? '.' : ` ${whenOf(asked.day, days)}.`}
        {more && ' There are more.'}
      </p>
      <RecordsTable caption="Orders found" head={['Order', 'For', 'Guest', 'State', 'Total']} busy={busy}>
        {orders.map((order) => (
          <Row key={order.id} order={order} list={list} />
        ))}
      </RecordsTable>
      {failed && !busy && <AdminProblem error={failed} onRetry={loadMore} />}
      {more && (!failed || busy) && (
        <div>
          <Button look="second" aria-disabled={busy} onClick={() => !busy && loadMore()}>
            {busy ? 'LOADING…' : 'SHOW MORE'}
          </Button>
        </div>
      )}
    </>
  )
}

const countOf = (count: number, more: boolean): string =>
  more ? `The newest ${count} orders` : count === 1 ? '1 order' : `${count} orders`

const whenOf = (day: string, { today, yesterday }: Props['days']): string =>
  day === today ? 'today' : day === yesterday ? 'yesterday' : `on ${formatDate(day)}`

function Row({ order, list }: { order: StaffOrderLine; list: OrderList }) {
  const stamp = useLocalStamp()
  const { refunded_cents: backCents } = order
  return (
    <tr>
      <th scope="row">
        <Link to="/admin" search={{ ...list, ticket: order.id }} className="row-link">
          {order.number}
        </Link>
        <span className={styles.note}>Placed {stamp(order.placed_at)}</span>
      </th>
      <td>{readyText(order.ready_date, order.ready_time)}</td>
      <td className={styles.detail}>
        {order.guest_name || (order.guest_phone === '' ? nobody : 'No name')}
        {order.guest_phone !== '' && (
          <span className={styles.note}>{wholePhones(formatPhone(order.guest_phone))}</span>
        )}
      </td>
      <td className={styles.nowrap}>{orderState(order.status)}</td>
      <td>
        {formatCents(order.total_cents)}
        {backCents > 0 && <span className={styles.note}>{formatCents(backCents)} refunded</span>}
      </td>
    </tr>
  )
}
