import { isPortalPage } from '#contract/page-format.ts'

/** As much of a browser as letting go of an old version needs. */
export type RenewPorts = {
  /** The server's page, past every cache; rejects without an answer. */
  fetchPage(): Promise<{ status: number; contentType: string; text: string }>
  cacheNames(): Promise<string[]>
  deleteCache(name: string): Promise<unknown>
  unregister(): Promise<unknown>
  reload(): void
}

/** The caches of the portal's own files, as Workbox names them. Pictures stay: they are not of a version. */
const isOfVersion = (name: string): boolean => name.startsWith('workbox-precache')

/**
 * Takes the server's version where no worker brings it (specification §2, LH-19): clears the caches of the portal's files, lets the old worker go and
 * reloads. Only when the server's page is in reach, since without the caches there is nothing else to open. What people made is in the device's
 * database, which is not touched. Answers whether it went through.
 */
export async function renewPortal({
  fetchPage,
  cacheNames,
  deleteCache,
  unregister,
  reload,
}: RenewPorts): Promise<boolean> {
  const page = await fetchPage().catch(() => undefined)
  // A captive portal answers with a page, too: ours says whose it is.
  if (page?.status !== 200 || !page.contentType.includes('html') || !isPortalPage(page.text)) return false
  // Where caches are refused there is no file of an old version either.
  const names = await cacheNames().catch(() => [])
  for (const name of names.filter(isOfVersion)) await deleteCache(name)
  await unregister()
  reload()
  return true
}

/** This browser's. */
export const browserRenewPorts: RenewPorts = {
  async fetchPage() {
    const answer = await fetch('/shell', { cache: 'reload' })
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    }
  },
  // Neither is there where the portal is not on https.
  cacheNames: async () => ('caches' in globalThis ? await caches.keys() : []),
  deleteCache: (name) => caches.delete(name),
  unregister: async () =>
    'serviceWorker' in navigator
      ? await (await navigator.serviceWorker.getRegistration())?.unregister()
      : undefined,
  reload: () => location.reload(),
}
