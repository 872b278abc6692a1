import { useEffect, useRef } from 'react'

/** §2: how far the finger must move, and how near the top of the window it must start (CSS px). */
export const pullThreshold = 200
export const pullTrigger = 180

type Pull = {
  enabled: boolean
  /** How far it is pulled, 1 is enough; 0 when it is released or cancelled. */
  onPull: (share: number) => void
  onRefresh: () => void
}

/**
 * Follows one finger that pulls the page down. Only listens, so that scrolling stays with the browser. A pull is canceled when the finger moves sideways, a
 * second one touches, or the page begins to scroll.
 */
export function usePull({ enabled, onPull, onRefresh }: Pull): void {
  const handlers = useRef({ onPull, onRefresh })
  useEffect(() => {
    handlers.current = { onPull, onRefresh }
  })
  useEffect(() => {
    if (!enabled) return undefined
    let from: { x: number; y: number } | undefined
    let share = 0
    const tell = (next: number): void => {
      if (next !== share) handlers.current.onPull((share = next))
    }
    const cancel = (): void => {
      from = undefined
      tell(0)
    }
    const start = (event: TouchEvent): void => {
      const [finger] = event.touches
      if (
        !finger ||
        event.touches.length > 1 ||
        finger.clientY > pullTrigger ||
        window.scrollY > 0 ||
        isElsewhere(event.target)
      )
        return cancel()
      from = { x: finger.clientX, y: finger.clientY }
    }
    const move = (event: TouchEvent): void => {
      const [finger] = event.touches
      if (!from || !finger) return
      const down = finger.clientY - from.y
      if (
        event.touches.length > 1 ||
        window.scrollY > 0 ||
        Math.abs(finger.clientX - from.x) > Math.max(40, down)
      )
        return cancel()
      tell(Math.max(0, down / pullThreshold))
    }
    const end = (): void => {
      const isEnough = from !== undefined && share >= 1
      cancel()
      if (isEnough) handlers.current.onRefresh()
    }
    const passive = { passive: true }
    document.addEventListener('touchstart', start, passive)
    document.addEventListener('touchmove', move, passive)
    document.addEventListener('touchend', end, passive)
    document.addEventListener('touchcancel', cancel, passive)
    return () => {
      document.removeEventListener('touchstart', start)
      document.removeEventListener('touchmove', move)
      document.removeEventListener('touchend', end)
      document.removeEventListener('touchcancel', cancel)
      handlers.current.onPull(0)
    }
  }, [enabled])
}

/** In a dialog over the page, or in a list of its own that scrolls. */
function isElsewhere(target: EventTarget | null): boolean {
  for (
    let at = target instanceof Element ? target : null;
    at && at !== document.body;
    at = at.parentElement
  ) {
    if (at.matches('dialog, input[type=range]') || at.scrollTop > 0) return at !== document.documentElement
  }
  return false
}
