import { type RefObject, startTransition, useEffect, useState } from 'react'

/** False in the page's own markup and until the launch is over: what is not part of the first screen waits for it, and is then rendered in short pieces. */
export function useAfterLaunch(): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setOver(true)))
    return () => clearTimeout(timer)
  }, [])
  return over
}

/** True once the element is about to be seen; at once where the browser cannot tell. */
export function useIsNearWindow(place: RefObject<Element | null>, margin = '400px 0px'): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || seen) return undefined
    if (typeof IntersectionObserver === 'undefined') {
      const timer = setTimeout(() => setSeen(true))
      return () => clearTimeout(timer)
    }
    const see = (entries: IntersectionObserverEntry[]): void => {
      if (entries.some((one) => one.isIntersecting)) startTransition(() => setSeen(true))
    }
    const watching = new IntersectionObserver(see, { rootMargin: margin })
    watching.observe(element)
    return () => watching.disconnect()
  }, [place, seen, margin])
  return seen
}
