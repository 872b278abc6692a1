import { notifyManager } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SoldOutBody } from '#contract/schemas/kitchen.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { useKitchenChange } from './use-kitchen-change.ts'

/** What a dish was switched to, with its name for display. */
export type SoldOutPress = { name: string; body: Omit<SoldOutBody, 'seen'> }

export type SoldOutPresses = {
  /** The press waiting for its answer. */
  going: SoldOutPress | undefined
  /** The presses to send next, one per dish. */
  waiting: readonly SoldOutPress[]
  /** Why sending stopped: the first of `presses` failed, and the others were not sent. */
  failed: { error: AppError; presses: readonly SoldOutPress[] } | undefined
}

const nothing: SoldOutPresses = { going: undefined, waiting: [], failed: undefined }

/**
 * Sends one dish after the other, so that presses before the last answer are not lost. For a waiting dish the last press counts. After a failure nothing is
 * sent automatically.
 */
export function useSoldOutPresses() {
  const { send } = useKitchenChange(() => undefined)
  const [presses, setPresses] = useState(nothing)
  // A ref, so that presses between two renders are not lost.
  const now = useRef(nothing)
  const note = useCallback((next: SoldOutPresses): void => {
    now.current = next
    setPresses(next)
  }, [])
  // Waiting presses are dropped on unmount, when nobody could see their outcome.
  useEffect(() => () => void (now.current = nothing), [])
  const sendAll = useCallback(async (): Promise<void> => {
    for (;;) {
      const [going, ...waiting] = now.current.waiting
      note({ going, waiting, failed: undefined })
      if (!going) return
      try {
        await send({ kind: 'sold-out', body: going.body })
      } catch (cause) {
        const failed = { error: asAppError(cause), presses: [going, ...now.current.waiting] }
        return note({ ...nothing, failed })
      }
      // The answered state renders before its press is removed, so that the switch does not flicker.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    }
  }, [note, send])
  const press = useCallback(
    (next: SoldOutPress): void => {
      const { going, waiting } = now.current
      const others = waiting.filter(({ body }) => body.item_id !== next.body.item_id)
      note({ going, waiting: [...others, next], failed: undefined })
      if (!going) void sendAll()
    },
    [note, sendAll],
  )
  /** Forgets what went wrong. */
  const clear = useCallback((): void => note({ ...now.current, failed: undefined }), [note])
  return { presses, press, clear }
}
