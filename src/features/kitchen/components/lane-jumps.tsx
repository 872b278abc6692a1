import type { RefObject } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { type LaneId, laneTitles } from '../lanes.ts'
import styles from './kitchen.module.css'

type LaneJumpsProps = {
  lanes: Record<LaneId, readonly KitchenOrder[]>
  /** Those that are on the board, in its order. */
  shown: readonly LaneId[]
  heads: RefObject<ReadonlyMap<LaneId, HTMLHeadingElement>>
}

/** So many are seen without a way to each lane. */
const fewOrders = 3

/** On a phone the lanes stand below each other: what is ready would be thirty new orders away. Elsewhere it is not shown. */
export function LaneJumps({ lanes, shown, heads }: LaneJumpsProps) {
  if (shown.reduce((sum, id) => sum + lanes[id].length, 0) <= fewOrders) return undefined
  const goTo = (id: LaneId): void => {
    const head = heads.current.get(id)
    head?.scrollIntoView({ block: 'start' })
    head?.focus({ preventScroll: true })
  }
  return (
    <nav className={styles.jumps} aria-label="Jump to">
      {shown.map((id) => (
        <button key={id} type="button" onClick={() => goTo(id)}>
          {laneTitles[id]} <span className={styles.count}>{lanes[id].length}</span>
        </button>
      ))}
    </nav>
  )
}
