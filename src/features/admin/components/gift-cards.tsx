import { useState } from 'react'
import { CardDetail } from './gift-card-detail.tsx'
import { CardFinder } from './gift-card-finder.tsx'
import { CardOrderDetail } from './gift-card-order.tsx'
import styles from './admin.module.css'

/** Gift cards: find, view, hold, void and re-issue them, and refund their orders. The results stay while one of them is viewed, until something was changed. */
export function GiftCards({ card, order }: { card: string | undefined; order: string | undefined }) {
  const [acts, setActs] = useState(0)
  const acted = (): void => setActs((count) => count + 1)
  const isFinding = card === undefined && order === undefined
  return (
    <section className={styles.stack} aria-labelledby="gift-cards">
      <h2 id="gift-cards">Gift cards</h2>
      <div className={isFinding ? styles.stack : undefined} hidden={!isFinding}>
        <CardFinder key={acts} />
      </div>
      {card !== undefined && <CardDetail key={card} reference={card} onActed={acted} />}
      {card === undefined && order !== undefined && (
        <CardOrderDetail key={order} reference={order} onActed={acted} />
      )}
    </section>
  )
}
