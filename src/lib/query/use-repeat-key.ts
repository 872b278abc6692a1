import { useRef } from 'react'
import { AppError } from '#lib/errors/app-error.ts'
import { isOpenAfter } from '#lib/errors/open-outcome.ts'
import type { Services } from './services.ts'

export type RepeatKey = {
  /** The idempotency key for a change: the same for the same content until an outcome is known, so that a repeat takes effect once. */
  keyOf: (services: Pick<Services, 'ids'>, content: unknown) => string
  /** Records the outcome: `cause` for a failure, none for a success. A key is kept only while the outcome is unknown. */
  noteOutcome: (cause?: unknown) => void
}

/** One form's key for changes that are made while the user is present, and that the user repeats when no answer came. */
export function useRepeatKey(): RepeatKey {
  const sent = useRef<{ text: string; key: string; isOpen: boolean; mayBeDone: boolean }>(undefined)
  return {
    keyOf({ ids }, content) {
      const text = JSON.stringify(content) ?? ''
      if (sent.current?.text !== text)
        sent.current = { text, key: ids.uuid(), isOpen: false, mayBeDone: false }
      return sent.current.key
    },
    noteOutcome(cause) {
      const { current } = sent
      if (!current || cause == null || !isOpenAfter(cause, current.isOpen))
        return void (sent.current = undefined)
      // The second copy did not leave the device, which says nothing about the first.
      const details = cause instanceof AppError ? cause.details : {}
      details.mayBeDone ||= current.mayBeDone
      sent.current = { ...current, isOpen: true, mayBeDone: details.mayBeDone ?? false }
    },
  }
}
