import { t } from '#contract/language.ts'
import { Link } from '@tanstack/react-router'
import { Banner } from '#lib/paint/banner.tsx'
import { PauseNote } from '#shared/order-pause/pause-note.tsx'
import type { ClosedOrder } from '../closed-order.ts'
import styles from './paid-order.module.css'

/** Replaces ADD TO ORDER while the active order is closed; shown above the options while the kitchen is. Says why, and where to go. */
export function PaidOrder({ closed }: { closed: ClosedOrder | 'closed' }) {
  if (closed === 'closed')
    return (
      <div className={styles.closed}>
        <PauseNote />
      </div>
    )
  const { header, message, way } = textsOf(closed)
  return (
    <div className={styles.closed}>
      <Banner tone="note" header={header} messages={[message]} />
      <Link to="/ordercheckout" className="button button--solid">
        {way}
      </Link>
    </div>
  )
}

function textsOf(closed: ClosedOrder): { header: string; message: string; way: string } {
  switch (closed) {
    case 'being-checked':
      return {
        header: t('Your payment is being checked'),
        message: t('Until that is over nothing can be added to your order. Nothing is charged twice.'),
        way: t('SEE YOUR ORDER'),
      }
    case 'paid':
      return {
        header: t('Your order is paid but not placed yet'),
        message: t('Place it first. After that, ADD TO ORDER starts a new order with this dish.'),
        way: t('PLACE YOUR ORDER'),
      }
    case 'paid-in-part':
      return {
        header: t('Part of your order is paid'),
        message: t('Place it first. After that, ADD TO ORDER starts a new order with this dish.'),
        way: t('CONTINUE YOUR ORDER'),
      }
  }
}
