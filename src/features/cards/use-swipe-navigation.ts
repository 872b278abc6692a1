import { type PointerEvent, useEffect, useRef } from 'react'

/** The shortest deliberate swipe, in CSS pixels. */
const swipePx = 48

/** Turns from card to card, by the arrow keys and by a swipe over the element with the handlers. `turn` gets +1 for the next, -1 for the previous one. */
export function useSwipeNavigation(turn: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(undefined)
  const latest = useRef(turn)
  useEffect(() => {
    latest.current = turn
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'ArrowRight') latest.current(1)
      if (event.key === 'ArrowLeft') latest.current(-1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return {
    onPointerDown(event: PointerEvent) {
      from.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : undefined
    },
    onPointerUp(event: PointerEvent) {
      const start = from.current
      from.current = undefined
      if (!start || !event.isPrimary) return
      const [across, down] = [event.clientX - start.x, event.clientY - start.y]
      if (Math.abs(across) >= swipePx && Math.abs(across) > 2 * Math.abs(down)) turn(across < 0 ? 1 : -1)
    },
    onPointerCancel() {
      from.current = undefined
    },
  }
}
