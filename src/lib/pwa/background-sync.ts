/** The tag that Workbox's queue in the worker listens for (`workbox-background-sync:` and the queue's name). */
const tag = 'workbox-background-sync:outbox'

type SyncRegistration = ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } }

/**
 * The minimum time between two requests (ms). If the browser believes that it is online but the restaurant cannot be reached, it wakes the worker at once, the
 * worker wakes the windows, and they fail and ask to be woken again: without a pause this would loop forever.
 */
const pauseMs = 60_000

let askedAt = -pauseMs
/** The result of the last request. */
let isPromised = false

/**
 * Asks the browser to wake the worker when the network is back, and returns whether it will. Only Chromium can; elsewhere only the page's own occasions remain.
 * `afterTap`: a person just did something that must be sent even if they close the page at once, and taps do not loop.
 */
export async function requestWake({ afterTap = false }: { afterTap?: boolean } = {}): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return false
  if (!afterTap && performance.now() - askedAt < pauseMs) return isPromised
  askedAt = performance.now()
  const registration = (await navigator.serviceWorker.getRegistration()) as SyncRegistration | undefined
  // A browser may refuse (permission, private window, no active worker): nothing is lost, the next visit sends.
  const asked = registration?.sync.register(tag).then(
    () => true,
    () => false,
  )
  isPromised = (await asked) ?? false
  return isPromised
}

/** True where waiting changes are sent even with the page closed. Always asks again: only the browser knows whether it would. */
export const canWakeClosed = (): Promise<boolean> => requestWake({ afterTap: true })
