/** The tag under which Workbox's queue listens in the worker (`workbox-background-sync:` and the queue's name). */
const tag = 'workbox-background-sync:outbox'

type SyncRegistration = ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } }

/**
 * Not sooner again than this (ms). A browser that believes in a network, with no restaurant behind it, wakes the worker at once, the worker wakes
 * the windows, they find nobody and ask to be woken: without a pause that is a circle, and one that never rests.
 */
const pauseMs = 60_000

let askedAt = -pauseMs
/** What the last asking came to. */
let isPromised = false

/**
 * Asks the browser to wake the worker when the network is back, and says whether it will. Only Chromium can; elsewhere the page's own occasions remain.
 * `afterTap`: a person did something just now that must go out also when they close the page at once, and taps make no circle.
 */
export async function requestWake({ afterTap = false }: { afterTap?: boolean } = {}): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return false
  if (!afterTap && performance.now() - askedAt < pauseMs) return isPromised
  askedAt = performance.now()
  const registration = (await navigator.serviceWorker.getRegistration()) as SyncRegistration | undefined
  // A browser may refuse (permission, private window, no worker that is active): nothing is lost, the next visit sends.
  const asked = registration?.sync.register(tag).then(
    () => true,
    () => false,
  )
  isPromised = (await asked) ?? false
  return isPromised
}

/** True where what waits goes out also with the page closed. Asks anew: the browser alone knows whether it would. */
export const canWakeClosed = (): Promise<boolean> => requestWake({ afterTap: true })
