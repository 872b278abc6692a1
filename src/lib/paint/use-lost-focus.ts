import { useEffect, useRef } from 'react'
import { findScreen } from './go-to-screen.ts'

/** Gives the focus to `place`, which must be focusable (`tabIndex={-1}`), where what had it has left the page. */
export function restoreLostFocus(place: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (document.activeElement === document.body) place?.focus(options)
}

/**
 * Once `isGone`, and what had the focus has gone with it, the focus goes to what `find` finds, which must be focusable: the screen, where nothing nearer is
 * named. Keyboards and screen readers go on from there, and not from the page's beginning.
 */
export function useLostFocus(isGone: boolean, find: () => HTMLElement | null | undefined = findScreen): void {
  const before = useRef(isGone)
  useEffect(() => {
    // The screen begins far above what has gone: the page stays where it is.
    if (isGone && !before.current) restoreLostFocus(find(), { preventScroll: find === findScreen })
    before.current = isGone
  })
}
