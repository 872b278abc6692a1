import { useEffect, useRef } from 'react'
import { findScreen } from './go-to-screen.ts'
import { takeLostFocus } from './take-lost-focus.ts'

/**
 * Once `isGone`, and what had the focus has gone with it, the focus goes to what `find` finds, which must be focusable: the screen, where nothing nearer is
 * named. Keyboards and screen readers go on from there, and not from the page's beginning.
 */
export function useLostFocus(isGone: boolean, find: () => HTMLElement | null | undefined = findScreen): void {
  const before = useRef(isGone)
  useEffect(() => {
    if (isGone && !before.current) takeLostFocus(find())
    before.current = isGone
  })
}
