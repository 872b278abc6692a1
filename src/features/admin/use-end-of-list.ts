import { type RefObject, useEffect, useRef } from 'react'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'

/**
 * For what says how much of a list is shown: it takes the focus when the last part has come, and the button that asked for it has gone with it. It must be
 * focusable (`tabIndex={-1}`).
 */
export function useEndOfList(more: boolean): RefObject<HTMLParagraphElement | null> {
  const said = useRef<HTMLParagraphElement>(null)
  const hadMore = useRef(false)
  useEffect(() => {
    if (hadMore.current && !more) restoreLostFocus(said.current)
    hadMore.current = more
  }, [more])
  return said
}
