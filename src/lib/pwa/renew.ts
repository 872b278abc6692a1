import { isPortalPage } from '#contract/page-format.ts'

/** The part of a browser that is needed to remove an old version. */
export type RenewPorts = {
  /** The server's page, bypassing every cache; rejects without an answer. */
  fetchPage(): Promise<{ status: number; contentType: string; text: string }>
  cacheNames(): Promise<string[]>
  deleteCache(name: string): Promise<unknown>
  unregister(): Promise<unknown>
  reload(): void
}

/** The caches of the portal's own files, by Workbox's naming. Pictures stay: they do not belong to a version. */
const isOfVersion = (name: string): boolean => name.startsWith('workbox-precache')

/**
 * Switches to the server's version where no worker brings it (specification §2, LH-19): clears the caches of the portal's files, unregisters the old worker and
 * reloads. Only when the server's page can be reached, since without the caches there is nothing else to open. People's data is in the device's database, which
 * is not touched. Returns whether it worked.
 */
export async function renewPortal({
  fetchPage,
  cacheNames,
  deleteCache,
  unregister,
  reload,
}: RenewPorts): Promise<boolean> {
  const page = await fetchPage().catch(() => undefined)
  // A captive portal answers with a page, too: ours can be recognized.
  if (page?.status !== 200 || !page.contentType.includes('html') || !isPortalPage(page.text)) return false
  // Where caches are refused, there are no files of an old version either.
  const names = await cacheNames().catch(() => [])
  for (const name of names.filter(isOfVersion)) await deleteCache(name)
  await unregister()
  reload()
  return true
}

/** This browser's functions. */
export const browserRenewPorts: RenewPorts = {
  async fetchPage() {
    const answer = await fetch('/shell', { cache: 'reload' })
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    }
  },
  // Without https, neither exists.
  cacheNames: async () => ('caches' in globalThis ? await caches.keys() : []),
  deleteCache: (name) => caches.delete(name),
  unregister: async () =>
    'serviceWorker' in navigator
      ? await (await navigator.serviceWorker.getRegistration())?.unregister()
      : undefined,
  reload: () => location.reload(),
}
