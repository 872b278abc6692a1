import { Link } from '@tanstack/react-router'
import { holdsMoney } from '#contract/rules/ticket.ts'
import { Banner } from '#lib/paint/banner.tsx'
import type { TicketState } from '#lib/query/ticket-store.ts'
import styles from './paid-order.module.css'

type Closed = { header: string; message: string; way: string }

/** Why nothing can be added to the active order any more, with the way on; undefined while it can. Money on it or on its way closes it. */
export function findClosed(ticket: TicketState): Closed | undefined {
  if (ticket.state !== 'active') return undefined
  const { status, snapshot } = ticket.view
  if (ticket.attempt)
    return {
      header: 'Your payment is being checked',
      message: 'Until that is over nothing can be added to your order. Nothing is charged twice.',
      way: 'SEE YOUR ORDER',
    }
  if (status === 'PaymentComplete')
    return {
      header: 'Your order is paid, and not placed yet',
      message: 'Place it first. After that, ADD TO ORDER starts a new order with this dish.',
      way: 'PLACE YOUR ORDER',
    }
  if (holdsMoney(snapshot))
    return {
      header: 'Part of your order is paid',
      message: 'Pay the rest and place it, or take the payment off again. After that you can add this dish.',
      way: 'GO ON WITH YOUR ORDER',
    }
  return undefined
}

/** In the place of ADD TO ORDER while the active order is closed: what is so, and where to go. */
export function PaidOrder({ closed }: { closed: Closed }) {
  return (
    <div className={styles.closed}>
      <Banner tone="note" header={closed.header} messages={[closed.message]} />
      <Link to="/ordercheckout" className="button button--solid">
        {closed.way}
      </Link>
    </div>
  )
}
