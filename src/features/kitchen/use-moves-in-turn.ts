import { useEffect, useRef, useState } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { findNext } from './lanes.ts'
import type { KitchenChange, KitchenPress } from './use-kitchen-change.ts'

type Move = Extract<KitchenPress, { kind: 'move' }>

type Moves = {
  going: Move | undefined
  /** The moves to send next. */
  waiting: readonly Move[]
  /** The id of the order whose move failed last without having left this device. */
  unsent: string | undefined
  /** The ids of orders whose move was given up because one before it failed, and of those that failed so before the last one. */
  dropped: readonly string[]
}
const nothing: Moves = { going: undefined, waiting: [], unsent: undefined, dropped: [] }

type MovesInTurn = Pick<Moves, 'dropped'> & {
  /** Moves an order on, after those that were pressed before it. Does nothing where its move is not answered yet, or while something else is being sent. */
  move: (order: KitchenOrder) => void
  /** The ids of orders whose move waits for its turn. */
  waiting: ReadonlySet<string>
  /** Forgets what was given up. */
  clear: () => void
  /** Forgets the failure that was told last. */
  clearLast: () => void
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
      } catch (cause) {
        // The board says why.
        const { unsent, mayBeDone } = asAppError(cause).details
        const { waiting: left, dropped } = now.current
        return note({
          going: undefined,
          waiting: [],
          unsent: unsent && !mayBeDone ? going.id : undefined,
          dropped: [...dropped, ...left.map(({ id }) => id)],
        })
      }
    }
  }
  return {
    move(order) {
      const { going, waiting, unsent, dropped } = now.current
      const next = findNext(order)
      const isKnown = [going, ...waiting].some((one) => one?.id === order.id)
      if (!next || isKnown || (sending && sending.kind !== 'move')) return
      const move: Move = { kind: 'move', id: order.id, status: next.status, seen: order.status }
      // The board tells one failure at a time: an earlier one is not forgotten with it.
      const known = unsent === undefined ? dropped : [...dropped, unsent]
      note({
        going,
        waiting: [...waiting, move],
        unsent: undefined,
        dropped: known.filter((id) => id !== order.id),
      })
      if (!going) void sendAll()
    },
    waiting: new Set(moves.waiting.map(({ id }) => id)),
    dropped: moves.dropped,
    clear: () => note({ ...now.current, dropped: [] }),
    clearLast: () => note({ ...now.current, unsent: undefined }),
  }
}
