import { type RefObject, useEffect, useRef } from 'react'

/**
 * Publishes an element's height to the whole page (px, as the custom property `name`) whenever it changes: what covers the bottom of the window is stacked
 * above another such element, however many lines that has.
 */
export function useHeight(name: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    let lastPx = 0
    const watching = new ResizeObserver(([entry]) => {
      const heightPx = Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0)
      // A property of the whole page: setting it again to the same value would lay out everything again.
      if (heightPx !== lastPx) document.documentElement.style.setProperty(name, `${(lastPx = heightPx)}px`)
    })
    watching.observe(element)
    return () => watching.disconnect()
  }, [name])
  return ref
}
