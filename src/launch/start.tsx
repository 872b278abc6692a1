import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { Picture } from '#contract/schemas/picture.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import { keys } from '#lib/query/keys.ts'
import { bookQuery } from '#lib/query/menu-book.ts'
import { registerWorker } from '#lib/pwa/register-worker.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import { createQueryClient, persistQueries } from '#lib/query/query-client.ts'
import type { LoadServices, Services } from '#lib/query/services.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { createPortalRouter } from '../router.tsx'
import { App, seedQueries } from './app.tsx'
import { findFirstScreen, readHostFacts } from './host-facts.ts'

/**
 * The launch, in the order that puts the menu on the screen soonest: the page's own markup and data, then this browser's small storage, then the
 * device's database, the network and the worker.
 */
export async function startPortal(): Promise<void> {
  reloadOnceForMissingFiles()
  const facts = readHostFacts(document)
  const { locationId } = facts.host
  const queryClient = createQueryClient()
  const tickets = createTicketStore()
  let services: Promise<Services> | undefined
  const load: LoadServices = () => (services ??= import('./services.ts').then(({ createServices }) => createServices(facts)))
  const portal: Portal = { facts, load, tickets }
  const router = createPortalRouter({ queryClient, portal }, { basepath: basePath() })
  const root = document.getElementById('root')!
  const first = findFirstScreen(document)
  // Markup of the first screen's is in the page: the same data, the same tree, the very same nodes. What is newer comes right after.
  const prepared = root.dataset.path === location.pathname
  if (!prepared) await persistQueries(queryClient, __LARDER_VERSION__)
  if (first) seedQueries(queryClient, locationId, first)
  if (prepared) {
    router.ssr = { manifest: undefined }
    await router.load()
    hydrateRoot(root, <App portal={portal} queryClient={queryClient} router={router} />)
    await persistQueries(queryClient, __LARDER_VERSION__)
  } else {
    root.textContent = ''
    await router.load()
    createRoot(root).render(<App portal={portal} queryClient={queryClient} router={router} />)
  }
  const ready = await load()
  tickets.follow(ready, () => queryClient.getQueryData<Aged<LocationCopy>>(keys.location(locationId))?.value.location.estimate_rules)
  registerWorker()
  startTransition(() => void keepMenus(queryClient, ready))
}

/**
 * A file of an older build that is gone from the server and from the worker: the page is loaded once more, with the new build. The order and the
 * checkout step are on the device. Once a tab, so that a file that stays missing ends in the error screen and not in a circle.
 */
function reloadOnceForMissingFiles(): void {
  addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem('reloaded') !== null) return
    event.preventDefault()
    sessionStorage.setItem('reloaded', 'yes')
    location.reload()
  })
}

type Connection = { saveData?: boolean }

/**
 * Both books, so that every dish of every menu opens later without a network, also those that were never tapped; then the small pictures of the
 * first menu, unless this phone saves data.
 */
async function keepMenus(queryClient: QueryClient, services: Services): Promise<void> {
  const load: LoadServices = () => Promise.resolve(services)
  for (const mode of ['browse', 'order'] as const) await queryClient.prefetchQuery(bookQuery(load, services.locationId, mode))
  const saving = (navigator as Navigator & { connection?: Connection }).connection?.saveData ?? false
  const book = queryClient.getQueryData<Aged<MenuBook>>(keys.book(services.locationId, 'browse'))
  if (!book || saving) return
  const tiles = book.value.menus.map((menu) => menu.image)
  const dishes = book.value.menus[0]?.categories.flatMap((category) => [category.image, ...category.items.map((item) => item.images[0])]) ?? []
  services.keepPictures([...new Set([...tiles, ...dishes].flatMap(smallest))])
}

/** The address of a picture's smallest size. */
const smallest = (picture: Picture | null | undefined): string[] =>
  picture?.base && picture.widths ? [`${picture.base}-${Math.min(...picture.widths)}.avif${picture.version ? `?v=${picture.version}` : ''}`] : []

/** The router's base path, from the page's base element, without a slash at the end. */
function basePath(): string {
  const path = new URL(document.baseURI).pathname.replace(/\/+$/, '')
  return path === '' ? '/' : path
}
