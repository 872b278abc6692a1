import { keptKey, pathKey, rootId } from '#contract/page-format.ts'
import { keepEarlyTap } from './early-tap.ts'
import { loadPortal } from './load-portal.ts'
import { painted } from './painted.ts'
import { hideRefusedChannel } from './refused-channel.ts'
import { noteTouches } from './touches.ts'

/**
 * The script that begins every page. Where the page comes with its first screen in it, what the guest came to see is already there, so its pictures
 * and fonts have the connection to themselves, and only then is the portal fetched, which brings the page to life. Until then every link is a link.
 *
 * On a slow connection both in one go arrive at the same moment as one after the other, but nothing is seen before that moment.
 */

/** A picture that does not come must not keep the page from living (ms). */
const longestWaitMs = 1500

hideRefusedChannel()
noteTouches()

const files = document.currentScript?.dataset ?? {}

let isBegun = false
function begin(): void {
  if (isBegun) return
  isBegun = true
  void loadPortal(files)
}

const shown = document.getElementById(rootId)?.dataset ?? {}
const hasFirstScreen = shown[pathKey] !== undefined || shown[keptKey] !== undefined

if (!hasFirstScreen) begin()
else {
  keepEarlyTap()
  // Who taps does not wait for pictures.
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, begin, { capture: true, once: true, passive: true })
  setTimeout(begin, longestWaitMs)
  void firstScreenPainted().then(begin)
}

/** The first screen, with the pictures and fonts that it begins with; a worker has those on the device, where nothing waits for another. */
async function firstScreenPainted(): Promise<void> {
  if (!navigator.serviceWorker?.controller) {
    const first = [...document.images].filter(({ fetchPriority }) => fetchPriority === 'high')
    await Promise.allSettled([document.fonts.ready, ...first.map((picture) => picture.decode())])
  }
  await painted()
}
