import { type RefObject, useEffect, useRef } from 'react'
import { restoreLostFocus } from '#lib/paint/use-lost-focus.ts'

/**
 * A ref for the line that tells how much of a list is shown. It takes the focus when the last part has loaded and the button for more disappears. The line must
 * be focusable (`tabIndex={-1}`).
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
