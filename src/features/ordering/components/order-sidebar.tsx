import { modifierText } from '#contract/rules/modifier-text.ts'
import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { isFinished } from '#contract/rules/ticket.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { countItems } from '#lib/sync/count-items.ts'
import { useNotEaten } from '#shared/allergens/use-not-eaten.ts'
import { AvoidedInLine } from '#shared/forms/avoided-in-line.tsx'
import { totalWords } from '#shared/forms/total-words.ts'
import { lineTotalText } from '#lib/sync/ticket-view.ts'
import { useClosed } from '../closed-order.ts'
import { DishOverList } from './dish-over-list.tsx'
import styles from './order-sidebar.module.css'
import { orderGlance } from '#lib/paint/marks.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'

const none: readonly ViewLine[] = []

/** What a wide window adds to the list of dishes: the current order beside it, and dishes that open over it. */
export function OrderSidebar({ adds }: { /** Dishes in the list have a + button. */ adds: boolean }) {
  return (
    <>
      <Order adds={adds} />
      <DishOverList />
    </>
  )
}

/** The lines of the order, its total as on every other screen, and the link to review it. */
function Order({ adds }: { adds: boolean }) {
  const ticket = useTicket()
  const isClosed = useClosed(ticket) === 'closed'
  const view = ticket.state === 'active' && !isFinished(ticket.view.status) ? ticket.view : undefined
  const notEaten = useNotEaten(view?.lines ?? none)
  if (ticket.state === 'loading') return null
  if (!view || countItems(view.lines) === 0)
    return (
      <p className={styles.empty}>
        {isClosed
          ? t('Nothing here yet.')
          : adds
            ? t('Nothing here yet. Pick a dish, or add one with +.')
            : t('Nothing here yet. Pick a dish.')}
      </p>
    )
  const { lines, totals } = view
  const total = totalWords(totals)
  return (
    <>
      <ul className={styles.lines} {...orderGlance}>
        {lines.map((line) => (
          <li key={line.lineId} className={styles.line}>
            <span>
              {line.quantity} × {line.name}
              {modifierText(line) !== '' && (
                <span className={styles.modifiers}>
                  <bdi>{modifierText(line)}</bdi>
                </span>
              )}
              <AvoidedInLine notEaten={notEaten.get(line.lineId)} />
            </span>
            <span className="price">{lineTotalText(line)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total} {...orderGlance}>
        <span>{total.name}</span>
        <span className="price">{total.text}</span>
      </p>
      <Link to="/ordercart" className={`button button--solid ${styles.review}`} {...orderGlance}>
        {t('REVIEW ORDER')}
      </Link>
    </>
  )
}
