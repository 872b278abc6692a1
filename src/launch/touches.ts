/** How long a launch lasts (ms): afterwards a reload would surprise somebody who reads. */
const launchMs = 20_000
const mark = 'touched'

/** Notes the first touch before the portal is there. For the begin script: Safari counts events only from 26.2 on. */
export function noteTouches(): void {
  const note = (): void => void (document.documentElement.dataset[mark] = '')
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, note, { capture: true, once: true, passive: true })
}

/** True as long as nobody has tapped, typed or scrolled since the launch. */
export function watchTouches(): () => boolean {
  // What came before this listens was noted, or is counted by the browser itself; its `userActivation` is of no use here, it outlasts the page before this one.
  // A page whose clock is set by hand has these counts without their methods.
  const counts = (performance as { eventCounts?: Partial<EventCounts> }).eventCounts
  let touched =
    scrollY !== 0 ||
    mark in document.documentElement.dataset ||
    ['pointerdown', 'touchstart', 'keydown'].some((kind) => (counts?.get?.(kind) ?? 0) > 0)
  for (const kind of ['pointerdown', 'touchstart', 'keydown', 'input', 'wheel', 'scroll'])
    addEventListener(kind, () => (touched = true), { capture: true, once: true, passive: true })
  return () => !touched && performance.now() < launchMs
}
