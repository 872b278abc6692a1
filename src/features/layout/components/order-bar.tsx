import { plural, t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { formatCents } from '#contract/money.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { countItems } from '#lib/sync/count-items.ts'
import styles from './order-bar.module.css'
import { orderGlance } from '#lib/paint/marks.ts'

/** Pages on which guests look for food: forms, cards and receipts get the whole screen, and the order stays a tap away at the top. */
const isFoodPath = (path: string): boolean =>
  /^\/(?!.*\/item\/)($|(old|new)?home|menu|order(\/|$)|rewards|about|catering|gallery)/.test(path)

/** The current order within thumb's reach: the count, the same total as everywhere else, a link to review it. */
export function OrderBar({ path }: { path: string }) {
  const ticket = useTicket()
  if (ticket.state !== 'active' || isFinished(ticket.view.status)) return null
  if (!isFoodPath(path)) return null
  const { lines, totals } = ticket.view
  const count = countItems(lines)
  if (count === 0) return null
  return (
    <nav {...orderGlance} className={styles.bar} data-beside={path.startsWith('/order') || undefined}>
      <div className="container">
        <Link to="/ordercart" className={`button button--solid ${styles.link}`}>
          <span className={styles.count}>{plural(count, '{0} item', '{0} items')}</span>
          <span>{t('REVIEW ORDER')}</span>
          <span className="price">
            {formatCents(totals.complete ? totals.totalCents : totals.subTotalCents)}
          </span>
        </Link>
      </div>
    </nav>
  )
}
