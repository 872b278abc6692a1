import { type RefObject, useEffect, useRef } from 'react'

/**
 * Tells the page how high its dock is (`--dock` of the element around it), as often as that changes: a dish's bar stands above it, whatever there is to
 * say and however many lines that takes.
 */
export function useDockHeight(): RefObject<HTMLDivElement | null> {
  const dock = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = dock.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    let lastPx = 0
    const watching = new ResizeObserver(([entry]) => {
      const heightPx = Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0)
      // A property of the whole page: setting it to what it is would lay all of it out anew.
      if (heightPx !== lastPx) element.parentElement?.style.setProperty('--dock', `${(lastPx = heightPx)}px`)
    })
    watching.observe(element)
    return () => watching.disconnect()
  }, [])
  return dock
}
