import type { RefObject } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { type LaneId, laneTitles } from '../lanes.ts'
import styles from './kitchen.module.css'

export type LaneJumpsProps = {
  lanes: Record<LaneId, readonly KitchenOrder[]>
  /** The lanes on the board, in its order. */
  shown: readonly LaneId[]
  heads: RefObject<ReadonlyMap<LaneId, HTMLHeadingElement>>
}

/** Up to this many orders need no links to the lanes. */
const fewOrders = 3

/** Links to the lanes on a phone, where they are stacked and *Ready* could be thirty new orders away. Not shown elsewhere. */
export function LaneJumps({ lanes, shown, heads }: LaneJumpsProps) {
  if (shown.reduce((sum, id) => sum + lanes[id].length, 0) <= fewOrders) return undefined
  const goTo = (id: LaneId): void => {
    const head = heads.current.get(id)
    head?.scrollIntoView({ block: 'start' })
    head?.focus({ preventScroll: true })
  }
  return (
    <nav className={styles.jumps} aria-label="Jump to" data-screen-only>
      {shown.map((id) => (
        <button key={id} type="button" onClick={() => goTo(id)}>
          {laneTitles[id]} <span className={styles.count}>{lanes[id].length}</span>
        </button>
      ))}
    </nav>
  )
}
