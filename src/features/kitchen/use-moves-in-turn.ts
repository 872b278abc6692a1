import { useEffect, useRef, useState } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { findNext } from './lanes.ts'
import type { KitchenChange, KitchenPress } from './use-kitchen-change.ts'

type Move = Extract<KitchenPress, { kind: 'move' }>

type Moves = {
  going: Move | undefined
  /** The moves to send next. */
  waiting: readonly Move[]
  /** The ids of orders whose move was given up, because one before it failed. */
  dropped: readonly string[]
}
const nothing: Moves = { going: undefined, waiting: [], dropped: [] }

type MovesInTurn = Pick<Moves, 'dropped'> & {
  /** Moves an order on, after those that were pressed before it. Does nothing where its move is not answered yet, or while something else is being sent. */
  move: (order: KitchenOrder) => void
  /** The ids of orders whose move waits for its turn. */
  waiting: ReadonlySet<string>
  /** Forgets what was given up. */
  clear: () => void
}

/**
 * Moves of orders that are pressed while another is being sent, each in its turn: whoever passes on three dishes does not wait between them for a slow network.
 * After a failure none is sent by itself.
 */
export function useMovesInTurn({ send, sending }: KitchenChange): MovesInTurn {
  const [moves, setMoves] = useState(nothing)
  // A ref, so that presses between two renders are not lost.
  const now = useRef(nothing)
  const note = (next: Moves): void => {
    now.current = next
    setMoves(next)
  }
  // Waiting moves are dropped on unmount, when nobody could see their outcome.
  useEffect(() => () => void (now.current = nothing), [])
  const sendAll = async (): Promise<void> => {
    for (;;) {
      const [going, ...waiting] = now.current.waiting
      note({ ...now.current, going, waiting })
      if (!going) return
      try {
        await send(going)
      } catch {
        // The board says why.
        return note({ ...nothing, dropped: now.current.waiting.map(({ id }) => id) })
      }
    }
  }
  return {
    move(order) {
      const { going, waiting } = now.current
      const next = findNext(order)
      const isKnown = [going, ...waiting].some((one) => one?.id === order.id)
      if (!next || isKnown || (sending && sending.kind !== 'move')) return
      const move: Move = { kind: 'move', id: order.id, status: next.status, seen: order.status }
      note({ going, waiting: [...waiting, move], dropped: [] })
      if (!going) void sendAll()
    },
    waiting: new Set(moves.waiting.map(({ id }) => id)),
    dropped: moves.dropped,
    clear: () => note({ ...now.current, dropped: [] }),
  }
}
