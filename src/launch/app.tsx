import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { BookPart, FirstScreen } from '#contract/schemas/first-screen.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import { keys } from '#lib/query/keys.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import type { createPortalRouter } from '../router.tsx'

type AppProps = {
  portal: Portal
  queryClient: QueryClient
  router: ReturnType<typeof createPortalRouter>
}

/** The whole portal as one tree: the server renders the first screen's markup from it, and the browser hydrates those nodes. */
export function App({ portal, queryClient, router }: AppProps) {
  return (
    <StrictMode>
      <PortalContext value={portal}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </PortalContext>
    </StrictMode>
  )
}

/** The page may have been cached for weeks: its data counts as older than any dated data in this browser. */
const unknownAge = 0

/** Adds the page's data to the query cache, unless this browser has dated data. It is stale at once, so it is refreshed behind. */
export function seedQueries(queryClient: QueryClient, locationId: string, first: FirstScreen): void {
  const seed = <T,>(key: readonly string[], value: T): void => {
    queryClient.setQueryData<Aged<T>>(key, (cached) => cached ?? { value, savedAt: unknownAge }, {
      updatedAt: unknownAge,
    })
  }
  seed(keys.location(locationId), first.location)
  seed(keys.menus(locationId, 'browse'), first.menus)
  seed(keys.menus(locationId, 'order'), first.order_menus ?? first.menus)
  const { part } = first
  if (part)
    queryClient.setQueryData<BookPart>(
      keys.part(locationId, part.mode, part.menu_id, part.category.external_id, part.item?.external_id),
      part,
    )
}
