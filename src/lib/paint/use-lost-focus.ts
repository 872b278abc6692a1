import { useEffect, useRef } from 'react'
import { findScreen } from './go-to-screen.ts'

/**
 * Focuses `place`, which must be focusable (`tabIndex={-1}`), if the previously focused element has left the page, or is a button that was disabled, from which
 * the browser takes the focus a moment later.
 */
export function restoreLostFocus(place: HTMLElement | null | undefined, options?: FocusOptions): void {
  const { activeElement, body } = document
  const isDisabled = activeElement instanceof HTMLButtonElement && activeElement.disabled
  if (activeElement === body || isDisabled) place?.focus(options)
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
