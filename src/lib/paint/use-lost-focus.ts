import { useEffect, useRef } from 'react'
import { findScreen } from './go-to-screen.ts'

/** Focuses `place`, which must be focusable (`tabIndex={-1}`), if the previously focused element has left the page. */
export function restoreLostFocus(place: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (document.activeElement === document.body) place?.focus(options)
}

/**
 * When `isGone` becomes true and the focused element disappeared with it, focuses what `find` returns, which must be focusable: by default the screen.
 * Keyboards and screen readers then continue from there, and not from the top of the page.
 */
export function useLostFocus(isGone: boolean, find: () => HTMLElement | null | undefined = findScreen): void {
  const before = useRef(isGone)
  useEffect(() => {
    // The screen begins far above what disappeared: the page must not scroll.
    if (isGone && !before.current) restoreLostFocus(find(), { preventScroll: find === findScreen })
    before.current = isGone
  })
}
