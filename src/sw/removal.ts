/// <reference lib="webworker" />
import { worker } from './worker-scope.ts'

/**
 * Stands at the offline worker's address where that is broken (`OFFLINE_WORKER=remove`, docs/operating.md): takes its place at once, lets go of every file that was
 * kept, and goes. It answers nothing itself, so pages and files come from the network from then on. The device's store is not touched: what waits to be
 * sent is sent by the page.
 */
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(removeAll()))

async function removeAll(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await worker.registration.unregister()
}
