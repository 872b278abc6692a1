import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import type { WorkboxPlugin } from 'workbox-core'
import { CacheFirst } from 'workbox-strategies'
import { pictureCache } from '#db/names.ts'
import { isPictureKind, isWholePicture } from './check-answers.ts'
import { worker } from './worker-scope.ts'

const month = 30 * 24 * 60 * 60

/** How many pictures are kept, and for how long: beyond that they belong to another restaurant's menu, or to last month's. */
const bounds = { maxEntries: 600, maxAgeSeconds: month }

/** Only complete pictures of our own are kept: a captive portal answers with its page, and an opaque answer can take megabytes. */
const wholePictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => ((await isWholePicture(response.clone())) ? response : null),
  // Null asks the server. Verified in full once, when this worker takes over: a screen of dishes has no time for that.
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && isPictureKind(cachedResponse) ? cachedResponse : null,
}

/** Pictures are kept once they are shown; the least recently used are deleted first. */
const pictures = new CacheFirst({
  cacheName: pictureCache,
  // Workbox's classes leave out callbacks, which its plugin type does not allow to be undefined.
  plugins: [
    wholePictures,
    new ExpirationPlugin({ ...bounds, purgeOnQuotaError: true }),
  ] as unknown as WorkboxPlugin[],
})

export function routePictures(): void {
  worker.addEventListener('activate', (event) => event.waitUntil(dropBrokenPictures()))
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

/** Deletes kept answers that are no pictures of ours, from an older worker. */
async function dropBrokenPictures(): Promise<void> {
  const cache = await caches.open(pictureCache)
  for (const request of await cache.keys()) {
    const cached = await cache.match(request)
    if (cached && !(await isWholePicture(cached))) await cache.delete(request)
  }
}

/** Offline, any size of a picture is better than none: those that were kept ahead are the small ones. */
async function findOtherSize(url: URL): Promise<Response | undefined> {
  const slug = url.pathname.replace(/-\d+\.(avif|webp)$/, '')
  const cache = await caches.open(pictureCache)
  const cached = await cache.keys()
  for (const request of cached) {
    if (new URL(request.url).pathname.replace(/-\d+\.(avif|webp)$/, '') !== slug) continue
    const other = await cache.match(request)
    if (other && isPictureKind(other)) return other
  }
  return undefined
}

/** The size in bytes. Each launch adds up what is kept, so a body is read only where its headers do not give the length. */
const sizeOf = async (picture: Response): Promise<number> =>
  Number(picture.headers.get('content-length')) || (await picture.clone().blob()).size

/** How many bytes are kept ahead of being shown, where the restaurant does not say. */
const aheadBytes = 1_500_000

/** Keeps pictures for later, in the given order, until the kept ones reach this many bytes. */
export async function keepPictures(urls: readonly string[], budgetBytes = aheadBytes): Promise<void> {
  const cache = await caches.open(pictureCache)
  // What is not recorded here is never counted, and never deleted.
  const expiration = new CacheExpiration(pictureCache, bounds)
  let bytes = 0
  for (const url of urls) {
    if (bytes >= budgetBytes) break
    const cached = await cache.match(url)
    if (cached && isPictureKind(cached)) {
      bytes += await sizeOf(cached)
      continue
    }
    const answer = await fetch(url)
    if (!(await isWholePicture(answer.clone()))) continue
    bytes += await sizeOf(answer)
    await cache.put(url, answer)
    await expiration.updateTimestamp(new URL(url, worker.location.href).href)
  }
  await expiration.expireEntries()
}
