import { useEffect, useState } from 'react'
import { reducedMotion } from './use-media.ts'

const delayMs = 1000
const stepMs = 16
const stepPx = 50

/**
 * §9: after a step change, scrolling waits 1000 ms, then moves up 50 px every 16 ms; at once under reduced motion. It moves the page and never the focus, and
 * not if somebody has scrolled meanwhile or has a finger down, because what is under the finger would be gone when it is lifted.
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
        // Somebody scrolled: stop.
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
