import { useEffect, useState } from 'react'
import { reducedMotion } from './use-media.ts'

const delayMs = 1000
const stepMs = 16
const stepPx = 50

/**
 * §9: the scroll after a step change waits 1000 ms, then goes up 50 px every 16 ms; at once for who wants no motion. It moves the page and never the focus,
 * and not under somebody who has scrolled meanwhile, or whose finger is down: what it is on would be gone from under it when it is lifted.
 */
export function useScrollAfter(step: string): void {
  const [first] = useState(step)
  useEffect(() => {
    if (step === first) return
    const before = scrollY
    let ticks: ReturnType<typeof setInterval> | undefined
    const timer = setTimeout(() => {
      if (scrollY !== before) return
      if (globalThis.matchMedia?.(reducedMotion).matches) return scrollTo(0, 0)
      let at = before
      ticks = setInterval(() => {
        // Somebody took hold of the page: it is theirs.
        if (at <= 0 || Math.abs(scrollY - at) > 2) return clearInterval(ticks)
        at = Math.max(0, at - stepPx)
        scrollTo(0, at)
      }, stepMs)
    }, delayMs)
    const stop = (): void => {
      clearTimeout(timer)
      clearInterval(ticks)
    }
    addEventListener('pointerdown', stop, true)
    return () => {
      stop()
      removeEventListener('pointerdown', stop, true)
    }
  }, [step, first])
}
