import { notifyManager } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SoldOutBody } from '#contract/schemas/kitchen.ts'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { useKitchenChange } from './use-kitchen-change.ts'

/** What a dish was switched to, with its name for whoever waits for it. */
export type SoldOutPress = { name: string; body: SoldOutBody }

export type SoldOutPresses = {
  /** What waits for its answer. */
  going: SoldOutPress | undefined
  /** What is sent after it, a dish once. */
  waiting: readonly SoldOutPress[]
  /** Why nothing more went out: the first of `presses` failed so, and the others were not sent. */
  failed: { error: AppError; presses: readonly SoldOutPress[] } | undefined
}

const nothing: SoldOutPresses = { going: undefined, waiting: [], failed: undefined }

/**
 * Sends one dish after the other, so that none is lost that is pressed before the last one's answer; of a dish that waits, the last press counts. After a failure
 * nothing goes out by itself.
 */
export function useSoldOutPresses() {
  const { send } = useKitchenChange(() => undefined)
  const [presses, setPresses] = useState(nothing)
  // What is pressed between two renders is not lost either.
  const now = useRef(nothing)
  const note = useCallback((next: SoldOutPresses): void => {
    now.current = next
    setPresses(next)
  }, [])
  // What waits is not sent when nobody can be told what became of it.
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
      // The kitchen that was answered is drawn before its press is forgotten: the switch does not go back and forth.
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
