import type { Ref } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { type LaneId, laneTitles } from '../lanes.ts'
import { OrderCard, type OrderCardProps } from './order-card.tsx'
import styles from './kitchen.module.css'

type LaneProps = Omit<OrderCardProps, 'order'> & {
  id: LaneId
  orders: readonly KitchenOrder[]
  empty: string
  headRef?: Ref<HTMLHeadingElement>
}

/** Orders that need the same action. Its heading takes the focus when the pressed button has disappeared with its order. */
export function Lane({ id, orders, empty, headRef, ...card }: LaneProps) {
  const titleId = `lane-${id}`
  return (
    <section className={styles.lane} aria-labelledby={titleId}>
      <h2 id={titleId} ref={headRef} tabIndex={-1} className={styles.laneHead}>
        {laneTitles[id]} <span className={styles.count}>{orders.length}</span>
      </h2>
      {orders.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul className={styles.cards}>
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} {...card} />
          ))}
        </ul>
      )}
    </section>
  )
}
