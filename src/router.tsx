import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { BrokenScreen } from '#features/layout/screens/broken-screen.tsx'
import type { RouterContext } from './routes/__root.tsx'
import { routeTree } from './routeTree.gen.ts'

/** The router over the specification's paths. Its base path is read from the page's base element. */
export function createPortalRouter(
  context: RouterContext,
  options: { basepath: string; history?: RouterHistory },
) {
  return createRouter({
    routeTree,
    context,
    basepath: options.basepath,
    ...(options.history && { history: options.history }),
    defaultPreload: 'intent',
    // A screen that breaks leaves the bars around it: there is a way on, and the order is a tap away.
    defaultErrorComponent: ({ error }) => (
      <BrokenScreen error={error instanceof Error ? error : new Error(String(error))} />
    ),
    // In a browser only: where pages are made it would write an inline script, which no page of ours has.
    scrollRestoration: options.history === undefined && leaveFirstPlace(),
    // React Query holds the data; the router asks again every time and is answered from there.
    defaultPreloadStaleTime: 0,
  })
}

/**
 * The page is there to be read before the portal is: whoever has scrolled it by then stays where they are. Afterwards the router leads, to the top of a
 * new screen and back to the old place.
 */
function leaveFirstPlace(): () => boolean {
  let isFirst = true
  return () => {
    const stays = isFirst && isWhereTheyWant()
    isFirst = false
    // The router keeps the places of what it has seen scroll, and this was before its time.
    if (stays) document.dispatchEvent(new Event('scroll'))
    return !stays
  }
}

/** Where the page is new there is nowhere to go back to; and to ask where it stands would have it laid out in the middle of the launch. */
function isWhereTheyWant(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (entry?.type === 'navigate' && location.hash === '') || scrollY > 0
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
