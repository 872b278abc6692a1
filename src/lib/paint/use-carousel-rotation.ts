import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** One step of a track: the first slide follows the last, the last precedes the first. Whole slides; returns the scroll position, in CSS px. */
export function nextStop(
  { at, slide, room, end }: { at: number; slide: number; room: number; end: number },
  by: 1 | -1,
): number {
  const last = end - room
  const next = (Math.round(at / slide) + by) * slide
  // Allows for rounding: a remaining pixel is not a slide.
  if (by === 1) return at >= last - 2 ? 0 : Math.min(last, next)
  return at <= 2 ? last : Math.max(0, next)
}

const reducedMotion = '(prefers-reduced-motion: reduce)'
const findList = (): MediaQueryList | undefined => globalThis.matchMedia?.(reducedMotion)
const prefersReducedMotion = (): boolean => findList()?.matches === true

function subscribeToReducedMotion(listener: () => void): () => void {
  const list = findList()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

/**
 * Advances a carousel. `everyMs` undefined: never on its own. Under reduced motion it starts paused, but can be started; it then changes without smooth
 * scrolling.
 */
export function useCarouselRotation(track: RefObject<HTMLElement | null>, everyMs: number | undefined) {
  // Set by a person; undefined until then.
  const [chosen, setChosen] = useState<boolean>()
  const isReduced = useSyncExternalStore(subscribeToReducedMotion, prefersReducedMotion, () => false)
  const isPaused = chosen ?? isReduced
  const move = useCallback(
    (by: 1 | -1): void => {
      const rail = track.current
      const slide = rail && widthOfSlide(rail)
      if (!slide) return
      // In right-to-left text, the second slide is to the left of the first, and `scrollLeft` counts down from 0.
      const way = Math.sign(slide)
      const stop = nextStop(
        { at: way * rail.scrollLeft, slide: way * slide, room: rail.clientWidth, end: rail.scrollWidth },
        by,
      )
      rail.scrollTo({ left: way * stop, behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
    },
    [track],
  )
  useEffect(() => {
    const rail = track.current
    if (everyMs === undefined || isPaused || !rail) return undefined
    // Only for a mouse: after a tap the finger is gone, but `:hover` stays.
    let isPointedAt = false
    const listener = (event: PointerEvent): void =>
      void (isPointedAt = event.type === 'pointerenter' && event.pointerType === 'mouse')
    rail.addEventListener('pointerenter', listener)
    rail.addEventListener('pointerleave', listener)
    const timer = setInterval(() => {
      if (!isPointedAt && !rail.matches(':focus-within') && document.visibilityState === 'visible') move(1)
    }, everyMs)
    return () => {
      clearInterval(timer)
      rail.removeEventListener('pointerenter', listener)
      rail.removeEventListener('pointerleave', listener)
    }
  }, [everyMs, track, isPaused, move])
  return { isPaused, setPaused: setChosen, move }
}

/** The distance from one slide to the next, including the gap (CSS px); negative in right-to-left text, 0 or undefined where nothing is laid out. */
function widthOfSlide(rail: HTMLElement): number | undefined {
  const [first, second] = [...rail.children].map((slide) => slide.getBoundingClientRect())
  return second && first ? second.left - first.left : first?.width
}
