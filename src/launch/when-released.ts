import { wait } from '#lib/ports/wait.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'
import { heldMark } from './early-tap.ts'

/** A finger that rests on the screen must not hold the portal back for longer than this (ms). */
const longestHeldMs = 1000
/** A release that is not a tap fires no click. WebKit waits this long for a second tap before it fires one (ms). */
const longestClickMs = 350

/** Resolves when no finger is down: between touch and tap, the element under it must not be replaced. */
export async function whenReleased(): Promise<void> {
  if (!document.documentElement.hasAttribute(heldMark)) return
  const isTap = await Promise.race([
    nextEvent('pointerup').then(() => true),
    nextEvent('pointercancel'),
    wait(longestHeldMs),
  ])
  // The click follows in the same task as the release; in WebKit in a later one.
  if (isTap === true) await Promise.race([nextEvent('click'), wait(longestClickMs)])
  await yieldToMain()
}

const nextEvent = (type: string): Promise<void> =>
  new Promise((resolve) => addEventListener(type, () => resolve(), { capture: true, once: true }))
