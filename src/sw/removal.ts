/// <reference lib="webworker" />
import { worker } from './worker-scope.ts'

/**
 * Served at the offline worker's address when that worker is broken (`OFFLINE_WORKER=remove`, docs/operating.md). It takes over at once, deletes every kept
 * file, and unregisters itself. It answers nothing, so that pages and files then come from the network. The device's store is untouched: the page sends pending
 * changes.
 */
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(removeAll()))

async function removeAll(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await worker.registration.unregister()
}
