import { loadPortal } from './load-portal.ts'

/**
 * The script that begins every page. Where the page comes with its first screen in it, what the guest came to see is already there, so its pictures
 * and letters have the connection to themselves, and only then is the portal fetched, which brings the page to life. Until then every link is a link.
 *
 * On a slow connection both in one go arrive at the same moment as one after the other, but nothing is seen before that moment.
 */

/** A picture that does not come must not keep the page from living (ms). */
const longestWaitMs = 1500

const files = document.currentScript?.dataset ?? {}

let isBegun = false
function begin(): void {
  if (isBegun) return
  isBegun = true
  void loadPortal(files)
}

const painted = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))

const hasFirstScreen = document.getElementById('root')?.dataset['path'] !== undefined

// A worker's files are on the device already, and do not wait for each other.
if (!hasFirstScreen || navigator.serviceWorker?.controller) begin()
else {
  // Who taps does not wait for pictures.
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, begin, { capture: true, once: true, passive: true })
  setTimeout(begin, longestWaitMs)
  const first = [...document.images].filter(({ fetchPriority }) => fetchPriority === 'high')
  void Promise.allSettled([document.fonts.ready, ...first.map((picture) => picture.decode())])
    .then(painted)
    .then(begin)
}
