import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** One step of a track: the first after the last, the last before the first. Whole slides; answers where to scroll, in CSS px. */
export function nextStop(
  { at, slide, room, end }: { at: number; slide: number; room: number; end: number },
  by: 1 | -1,
): number {
  const last = end - room
  const next = (Math.round(at / slide) + by) * slide
  // A pixel of rounding is no slide of its own.
  if (by === 1) return at >= last - 2 ? 0 : Math.min(last, next)
  return at <= 2 ? last : Math.max(0, next)
}

const reducedMotion = '(prefers-reduced-motion: reduce)'
const findList = (): MediaQueryList | undefined => globalThis.matchMedia?.(reducedMotion)
const isCalm = (): boolean => findList()?.matches === true

function subscribeToCalm(listener: () => void): () => void {
  const list = findList()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

/**
 * What turns a carousel. `everyMs` undefined: it never turns by itself. Under reduced motion it begins paused, and may be told to play all the same:
 * it then changes without gliding.
 */
export function useCarouselRotation(track: RefObject<HTMLElement | null>, everyMs: number | undefined) {
  // Told by a person; undefined as long as nobody has.
  const [chosen, setChosen] = useState<boolean>()
  const calm = useSyncExternalStore(subscribeToCalm, isCalm, () => false)
  const isPaused = chosen ?? calm
  const move = useCallback(
    (by: 1 | -1): void => {
      const rail = track.current
      const slide = rail && widthOfSlide(rail)
      if (!slide) return
      // Read from the right, the second stands to the left of the first, and `scrollLeft` counts down from 0.
      const way = Math.sign(slide)
      const stop = nextStop(
        { at: way * rail.scrollLeft, slide: way * slide, room: rail.clientWidth, end: rail.scrollWidth },
        by,
      )
      rail.scrollTo({ left: way * stop, behavior: isCalm() ? 'auto' : 'smooth' })
    },
    [track],
  )
  useEffect(() => {
    const rail = track.current
    if (everyMs === undefined || isPaused || !rail) return undefined
    // A mouse only: a finger has left when it has tapped, and `:hover` stays.
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

/** From one slide to the next, with the gap between them (CSS px); negative where they are read from the right, 0 or undefined where nothing is laid out. */
function widthOfSlide(rail: HTMLElement): number | undefined {
  const [first, second] = [...rail.children].map((slide) => slide.getBoundingClientRect())
  return second && first ? second.left - first.left : first?.width
}
