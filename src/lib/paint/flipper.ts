/** §9: how long each of a dish's pictures is shown. */
export const flipMs = 3000

type FlipState = 'on' | 'paused' | 'unwanted'

const stillMotion = '(prefers-reduced-motion: reduce)'
const listeners = new Set<() => void>()
let paused = true

const findMedia = (): MediaQueryList | undefined =>
  typeof matchMedia === 'undefined' ? undefined : matchMedia(stillMotion)

/** Whether pictures flip: on once somebody starts them, paused until then, or unwanted under the device's reduced-motion setting. */
export const flipSwitch = {
  get: (): FlipState => (findMedia()?.matches ? 'unwanted' : paused ? 'paused' : 'on'),
  subscribe(listener: () => void): () => void {
    const media = findMedia()
    listeners.add(listener)
    media?.addEventListener('change', listener)
    return () => {
      listeners.delete(listener)
      media?.removeEventListener('change', listener)
    }
  },
  press(): void {
    paused = !paused
    for (const listener of listeners) listener()
  },
}

/**
 * Calls `flip` every 3 s while the card is visible, neither hovered nor focused, and flipping is on. The interval restarts after each interruption. Returns a
 * function that ends it.
 */
export function createFlipper(card: HTMLElement, flip: () => void): () => void {
  const over = new AbortController()
  const holds = { inView: typeof IntersectionObserver === 'undefined', pointed: false, focused: false }
  let timer: ReturnType<typeof setInterval> | undefined
  const startOrStop = (): void => {
    const moves = holds.inView && !holds.pointed && !holds.focused && flipSwitch.get() === 'on'
    if (moves) timer ??= setInterval(flip, flipMs)
    else {
      clearInterval(timer)
      timer = undefined
    }
  }
  const on = (event: string, change: Partial<typeof holds>): void =>
    card.addEventListener(
      event,
      () => {
        Object.assign(holds, change)
        startOrStop()
      },
      { signal: over.signal },
    )
  on('pointerenter', { pointed: true })
  on('pointerleave', { pointed: false })
  on('focusin', { focused: true })
  on('focusout', { focused: false })
  const observer =
    typeof IntersectionObserver === 'undefined'
      ? undefined
      : new IntersectionObserver((entries) => {
          holds.inView = entries.at(-1)?.isIntersecting ?? false
          startOrStop()
        })
  observer?.observe(card)
  const leave = flipSwitch.subscribe(startOrStop)
  startOrStop()
  return () => {
    over.abort()
    observer?.disconnect()
    leave()
    clearInterval(timer)
  }
}
