import { wait } from '#lib/ports/wait.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'
import { heldMark } from './early-tap.ts'

/** A finger that rests on the screen does not keep the portal from coming (ms). */
const longestHeldMs = 1000
/** A release that is no tap has no click. WebKit waits this long for a second tap before it is one (ms). */
const longestClickMs = 350

/** Resolves when no finger is down: between its touch and its tap nothing may be put into the place of what it is on. */
export async function whenReleased(): Promise<void> {
  if (!document.documentElement.hasAttribute(heldMark)) return
  const isTap = await Promise.race([
    nextEvent('pointerup').then(() => true),
    nextEvent('pointercancel'),
    wait(longestHeldMs),
  ])
  // The tap follows in the same task as the release; in WebKit in a later one.
  if (isTap === true) await Promise.race([nextEvent('click'), wait(longestClickMs)])
  await yieldToMain()
}

const nextEvent = (type: string): Promise<void> =>
  new Promise((resolve) => addEventListener(type, () => resolve(), { capture: true, once: true }))
