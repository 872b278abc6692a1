/**
 * On a slow phone the first screen is there seconds before its scripts, and nobody waits to tap. Links are links from the start; of the buttons the one
 * that was tapped last is pressed when the screen is alive. The begin script keeps it, the portal says when: they are built apart, and share events.
 */
const waking = 'larder:waking'
const alive = 'larder:alive'

/** Keeps the tap until the portal is alive. For the begin script. */
export function keepEarlyTap(): void {
  let tapped: HTMLElement | undefined
  const keep = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type))
      target.setAttribute('data-chosen', '')
    tapped?.removeAttribute('data-pressed')
    tapped = target instanceof Element ? (target.closest('button') ?? undefined) : undefined
    // Where the portal draws the screen anew, it looks for the one that was pressed (show-in-place.ts).
    tapped?.setAttribute('data-pressed', '')
  }
  addEventListener('click', keep, true)
  // No form of ours is sent by the browser itself: on a screen that nobody hears yet it would be a page of its own, and lead away with what was typed.
  addEventListener('submit', (event) => event.preventDefault(), true)
  addEventListener(waking, () => removeEventListener('click', keep, true), { once: true })
  const press = (): void => {
    tapped?.removeAttribute('data-pressed')
    if (tapped?.isConnected) tapped.click()
  }
  addEventListener(alive, press, { once: true })
}

/** From here on the portal hears taps by itself. */
export const announceWaking = (): boolean => dispatchEvent(new Event(waking))

/** What is on the screen does what it says. */
export const announceAlive = (): boolean => dispatchEvent(new Event(alive))
