import { useRef } from 'react'
import { isOpenAfter } from '#lib/errors/open-outcome.ts'
import type { Services } from './services.ts'

export type RepeatKey = {
  /** The idempotency key for a change: the same for the same content until an outcome is known, so that a repeat takes effect once. */
  keyOf: (services: Pick<Services, 'ids'>, content: unknown) => string
  /** What became of it: `cause` of a failure, nothing of a success. A key is kept only while the outcome is unknown. */
  noteOutcome: (cause?: unknown) => void
}

/** One form's key for changes that are made with its user present, and that are tried again by hand when no answer came. */
export function useRepeatKey(): RepeatKey {
  const sent = useRef<{ text: string; key: string; isOpen: boolean }>(undefined)
  return {
    keyOf({ ids }, content) {
      const text = JSON.stringify(content) ?? ''
      if (sent.current?.text !== text) sent.current = { text, key: ids.uuid(), isOpen: false }
      return sent.current.key
    },
    noteOutcome(cause) {
      const isOpen = cause != null && sent.current !== undefined && isOpenAfter(cause, sent.current.isOpen)
      sent.current = sent.current && isOpen ? { ...sent.current, isOpen } : undefined
    },
  }
}
