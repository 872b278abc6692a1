import { type RefObject, useEffect, useRef } from 'react'

/**
 * Tells the whole page how high an element is (px, as the custom property `name`), as often as that changes: what lies over the foot of the window stands above
 * another, however many lines that takes.
 */
export function useHeight(name: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    let lastPx = 0
    const watching = new ResizeObserver(([entry]) => {
      const heightPx = Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0)
      // A property of the whole page: setting it to what it is would lay all of it out anew.
      if (heightPx !== lastPx) document.documentElement.style.setProperty(name, `${(lastPx = heightPx)}px`)
    })
    watching.observe(element)
    return () => watching.disconnect()
  }, [name])
  return ref
}
