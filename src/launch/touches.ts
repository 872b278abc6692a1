/** How long a launch lasts (ms): after that a reload would surprise somebody who is reading. */
const launchMs = 20_000
const mark = 'touched'

/** Records the first touch before the portal is loaded. For the begin script: Safari counts events only from 26.2 on. */
export function noteTouches(): void {
  const note = (): void => void (document.documentElement.dataset[mark] = '')
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, note, { capture: true, once: true, passive: true })
}

/** True until somebody taps, types or scrolls after the launch. */
export function watchTouches(): () => boolean {
  // Earlier events were recorded, or are counted by the browser itself. `userActivation` does not help: it persists from the previous page.
  // A page with a fake clock has these counts without their methods.
  const counts = (performance as { eventCounts?: Partial<EventCounts> }).eventCounts
  let touched =
    scrollY !== 0 ||
    mark in document.documentElement.dataset ||
    ['pointerdown', 'touchstart', 'keydown'].some((kind) => (counts?.get?.(kind) ?? 0) > 0)
  for (const kind of ['pointerdown', 'touchstart', 'keydown', 'input', 'wheel', 'scroll'])
    addEventListener(kind, () => (touched = true), { capture: true, once: true, passive: true })
  return () => !touched && performance.now() < launchMs
}
