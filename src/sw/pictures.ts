import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import type { WorkboxPlugin } from 'workbox-core'
import { CacheFirst } from 'workbox-strategies'

export const pictureCache = 'larder-pictures'

const month = 30 * 24 * 60 * 60

/** Pictures, kept from first sight; the least recently used go first. Only whole answers of our own are kept: an opaque one can weigh megabytes. */
const pictures = new CacheFirst({
  cacheName: pictureCache,
  // Workbox's own classes leave out callbacks that its plugin type does not allow to be undefined.
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: month, purgeOnQuotaError: true }),
  ] as unknown as WorkboxPlugin[],
})

export function routePictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
    async (call) => {
      try {
        return await pictures.handle(call)
      } catch (error) {
        const other = await findOtherSize(call.url)
        if (other) return other
        throw error
      }
    },
  )
}

/** Without a network any size of a picture is better than none: those kept ahead are the small ones. */
async function findOtherSize(url: URL): Promise<Response | undefined> {
  const slug = url.pathname.replace(/-\d+\.(avif|webp)$/, '')
  const cache = await caches.open(pictureCache)
  const kept = await cache.keys()
  const other = kept.find((request) => new URL(request.url).pathname.replace(/-\d+\.(avif|webp)$/, '') === slug)
  return other && (await cache.match(other))
}

/** How much is fetched ahead of being seen, in bytes. */
const aheadBudgetBytes = 1_500_000

/** Keeps pictures for later, within the budget: those that are not held yet, in the order given. */
export async function keepPictures(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(pictureCache)
  let bytes = 0
  for (const url of urls) {
    if (bytes > aheadBudgetBytes) return
    if (await cache.match(url)) continue
    const answer = await fetch(url)
    if (answer.status !== 200) continue
    bytes += (await answer.clone().blob()).size
    await cache.put(url, answer)
  }
}
