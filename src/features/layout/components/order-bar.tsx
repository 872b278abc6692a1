import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/money.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { countItems } from '#lib/sync/ticket-view.ts'
import styles from './order-bar.module.css'

/** The order in one thumb's reach, as soon as there is one: count, total, the way to review it. Not where the order itself is the screen. */
export function OrderBar({ path }: { path: string }) {
  const ticket = useTicket()
  if (ticket.state !== 'active' || isFinished(ticket.view.status)) return null
  if (/^\/(ordercart|ordercheckout|ordersubmit)/.test(path) || /\/item\//.test(path)) return null
  const count = countItems(ticket.view.lines)
  if (count === 0) return null
  return (
    <div className={styles.bar}>
      <div className="container">
        <Link to="/ordercart" className={`button button--solid ${styles.link}`}>
          <span className={styles.count}>
            {count} {count === 1 ? 'item' : 'items'}
          </span>
          <span>REVIEW ORDER</span>
          <span className="price">{formatCents(ticket.view.totals.subTotalCents)}</span>
        </Link>
      </div>
    </div>
  )
}
