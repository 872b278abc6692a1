import { CardDetail } from './gift-card-detail.tsx'
import { CardFinder } from './gift-card-finder.tsx'
import { CardOrderDetail } from './gift-card-order.tsx'
import styles from './admin.module.css'

/** Gift cards: found, looked at, held, voided, re-issued, and their orders refunded. What was found stays while one of it is looked at. */
export function GiftCards({ card, order }: { card: string | undefined; order: string | undefined }) {
  const isFinding = card === undefined && order === undefined
  return (
    <section className={styles.stack} aria-labelledby="gift-cards">
      <h2 id="gift-cards">Gift cards</h2>
      <div className={styles.stack} hidden={!isFinding}>
        <CardFinder />
      </div>
      {card !== undefined && <CardDetail key={card} reference={card} />}
      {card === undefined && order !== undefined && <CardOrderDetail key={order} reference={order} />}
    </section>
  )
}
