/** The tag under which Workbox's queue listens in the worker (`workbox-background-sync:` and the queue's name). */
const tag = 'workbox-background-sync:outbox'

type SyncRegistration = ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } }

/** Asks the browser to wake the worker when the network is back. Only Chromium can; elsewhere the page's own occasions remain. */
export async function requestWake(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('SyncManager' in globalThis)) return
  const registration = (await navigator.serviceWorker.getRegistration()) as SyncRegistration | undefined
  // A browser may refuse (permission, private window): nothing is lost, the next visit sends.
  await registration?.sync.register(tag).catch(() => undefined)
}
