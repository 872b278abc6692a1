import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keys } from '#lib/query/keys.ts'
import { bookQuery } from '#lib/query/menu-book.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient, persistQueries } from '#lib/query/query-client.ts'
import type { LoadServices, Services } from '#lib/query/services.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { registerWorker } from '#lib/pwa/register-worker.ts'
import { createPortalRouter } from '../router.tsx'
import { findFirstScreen, readHostFacts } from './host-facts.ts'

/**
 * The launch, in the order that puts the menu on the screen soonest: what the page and this browser's small storage hold, then React, and only
 * then the device's database, the network and the worker.
 */
export async function startPortal(): Promise<void> {
  const facts = readHostFacts(document)
  const { locationId } = facts.host
  const queryClient = createQueryClient()
  await persistQueries(queryClient, __LARDER_VERSION__)
  const first = findFirstScreen(document)
  if (first) {
    seed(queryClient, keys.location(locationId), { value: first.location, savedAt: unknownAge })
    seed(queryClient, keys.menus(locationId, 'browse'), { value: first.menus, savedAt: unknownAge })
  }
  const tickets = createTicketStore()
  let services: Promise<Services> | undefined
  const load: LoadServices = () => (services ??= import('./services.ts').then(({ createServices }) => createServices(facts)))
  const portal: Portal = { facts, load, tickets }
  const router = createPortalRouter({ queryClient, portal }, { basepath: basePath() })
  await router.load()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <PortalContext value={portal}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </PortalContext>
    </StrictMode>,
  )
  const ready = await load()
  tickets.follow(ready, () => queryClient.getQueryData<Aged<LocationCopy>>(keys.location(locationId))?.value.location.estimate_rules)
  // Both books, so that every dish of every menu opens later without a network, also those that were never tapped.
  startTransition(() => {
    for (const mode of ['browse', 'order'] as const) void queryClient.prefetchQuery(bookQuery(load, locationId, mode))
  })
  registerWorker()
}

/** The page may have been kept for weeks: what it brings is older than anything that this browser holds with a date. */
const unknownAge = 0

/** Puts in what the page brought, unless this browser holds something newer. */
function seed<T>(queryClient: ReturnType<typeof createQueryClient>, key: readonly string[], copy: Aged<T>): void {
  queryClient.setQueryData<Aged<T>>(key, (held) => (held && held.savedAt >= copy.savedAt ? held : copy), { updatedAt: 0 })
}

/** The router's base path, from the page's base element, without a slash at the end. */
function basePath(): string {
  const path = new URL(document.baseURI).pathname.replace(/\/+$/, '')
  return path === '' ? '/' : path
}
