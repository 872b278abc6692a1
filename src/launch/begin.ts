import { keptKey, newDeviceKey, pathKey, rootId, waitingFacesSelector } from '#contract/page-format.ts'
import { keepEarlyTap } from './early-tap.ts'
import { loadPortal } from './load-portal.ts'
import { painted } from './painted.ts'
import { hideRefusedChannel } from './refused-channel.ts'
import { noteTouches } from './touches.ts'

/**
 * The script that starts every page. If the page has its first screen in it, the guest already sees it, so its first pictures get the connection to
 * themselves, then its typefaces, and only then is the portal loaded, which hydrates the page. Until then links work as plain links.
 *
 * On a slow connection, loading both at once would finish at the same time as one after the other, but nothing would be seen before that.
 */

/** A picture that never arrives must not hold the scripts back for longer than this (ms). */
const longestWaitMs = 1500

hideRefusedChannel()
noteTouches()

const files = document.currentScript?.dataset ?? {}

let isBegun = false
function begin(): void {
  if (isBegun) return
  isBegun = true
  showFaces()
  void loadPortal(files)
}

const root = document.getElementById(rootId)
const shown = root?.dataset ?? {}
if (root && newDeviceKey in shown && !(newDeviceKey in document.documentElement.dataset)) {
  // A known device, whose own screen the portal draws.
  delete shown[keptKey]
  delete shown[newDeviceKey]
  root.textContent = ''
} else if (shown[keptKey] === '') shown[keptKey] = location.pathname + location.search
const hasFirstScreen = shown[pathKey] !== undefined || shown[keptKey] !== undefined

if (!hasFirstScreen) begin()
else {
  keepEarlyTap()
  // A guest who taps does not wait for pictures.
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, begin, { capture: true, once: true, passive: true })
  setTimeout(begin, longestWaitMs)
  void firstScreenPainted().then(begin)
}

/** The first screen's own pictures, then its typefaces; with a worker both are on the device, and nothing competes for the network. */
async function firstScreenPainted(): Promise<void> {
  if (!navigator.serviceWorker?.controller) {
    const first = [...document.images].filter(({ fetchPriority }) => fetchPriority === 'high')
    await Promise.allSettled(first.map((picture) => picture.decode()))
    showFaces()
    await document.fonts.ready
  }
  await painted()
}

/** Turns the typefaces on if the page has delayed them. The next layout requests them, so it is done at once. */
function showFaces(): void {
  const style = document.querySelector<HTMLStyleElement>(waitingFacesSelector)
  if (!style) return
  style.media = 'all'
  void document.documentElement.offsetWidth
}
