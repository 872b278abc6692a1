import { useRef } from 'react'

/** Two presses nearer to each other than this (ms) are one: a finger that taps twice means what it tapped. */
const doubleTapMs = 500

/**
 * Tells the second tap of a double tap: the same thing pressed again, at a time of the page's (ms), sooner than anybody presses twice on purpose. What a
 * second press takes back, or what moves up under the finger, does not hear it.
 */
export function useSecondTap<T>(): (what: T, at: number) => boolean {
  const last = useRef<{ what: T; at: number }>(undefined)
  return (what, at) => {
    const isSecond = last.current?.what === what && at - last.current.at < doubleTapMs
    last.current = { what, at }
    return isSecond
  }
}
