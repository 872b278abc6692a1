import { cleanupOutdatedCaches } from 'workbox-precaching'
import { worker } from './worker-scope.ts'

/**
 * A new worker waits until it is told to take over (messages.ts) or every window is closed: a window keeps the files it started with.
 * The very first one takes charge at once, so that the first visit already works offline; there are no older files to mix with.
 */
export function followLifecycle(): void {
  cleanupOutdatedCaches()
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}
