import type { PageMessage } from '#lib/pwa/sw-messages.ts'
import { keepPictures } from './pictures.ts'
import { worker } from './worker-scope.ts'

/** Messages that a page may send. Anything else, and any other sender, is ignored. */
const handlers: {
  [T in PageMessage['type']]: (message: Extract<PageMessage, { type: T }>) => Promise<void>
} = {
  'skip-waiting': async ({ alone }) => {
    if (
      alone === true &&
      (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 1
    )
      return
    await worker.skipWaiting()
  },
  'keep-pictures': ({ urls, kilobytes }) =>
    keepPictures(urls.filter(isOwnPicture), typeof kilobytes === 'number' ? kilobytes * 1000 : undefined),
}

export function listenForMessages(): void {
  worker.addEventListener('message', (event) => {
    if (event.origin !== worker.location.origin || !isPageMessage(event.data)) return
    const message = event.data
    const handle = handlers[message.type] as (message: PageMessage) => Promise<void>
    event.waitUntil(handle(message))
  })
}

const isOwnPicture = (url: unknown): url is string =>
  typeof url === 'string' && /^\/pictures\/[a-z0-9-]+\.(avif|webp)(\?v=[\w-]+)?$/.test(url)

function isPageMessage(data: unknown): data is PageMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'skip-waiting') return true
  return data.type === 'keep-pictures' && 'urls' in data && Array.isArray(data.urls)
}
