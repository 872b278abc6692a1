import { useRef } from 'react'

/** Two presses closer together than this (ms) count as one: a double tap. */
const doubleTapMs = 500

/**
 * Detects the second tap of a double tap: the same thing pressed again, at a page time (ms), sooner than anybody presses twice on purpose. Actions that a
 * second press would undo, or whose target moves up under the finger, ignore it.
 */
export function useSecondTap<T>(): (what: T, at: number) => boolean {
  const last = useRef<{ what: T; at: number }>(undefined)
  return (what, at) => {
    const isSecond = last.current?.what === what && at - last.current.at < doubleTapMs
    last.current = { what, at }
    return isSecond
  }
}
