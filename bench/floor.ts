import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Subject } from './browser/visit.ts'

/** The floor: what a page costs that does nothing. Launch figures are multiples of it, so that they mean the same on slow and fast machines. */
const page =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Floor</title><link rel="icon" href="data:,"></head>' +
  "<body><main><h1>Menu</h1></main><script>navigator.serviceWorker.register('/sw.js')</script></body></html>"

/** Caches and answers the way the portal's worker does for its shell, and does nothing else. */
const worker = `const name = 'floor-1'
addEventListener('install', (event) => { skipWaiting(); event.waitUntil(caches.open(name).then((cache) => cache.addAll(['/']))) })
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => { if (event.request.mode === 'navigate') event.respondWith(caches.match('/')) })`

export async function serveFloor(): Promise<Subject & { close(): void }> {
  const server = createServer((call, answer) => {
    const isWorker = call.url === '/sw.js'
    answer.writeHead(200, {
      'content-type': isWorker ? 'text/javascript' : 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
    answer.end(isWorker ? worker : page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://floor.localhost:${port}/`, content: { within: 'main', text: 'Menu' }, close }
}
