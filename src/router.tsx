import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { BrokenScreen } from '#features/layout/screens/broken-screen.tsx'
import type { RouterContext } from './routes/__root.tsx'
import { routeTree } from './routeTree.gen.ts'

/** The router for the specification's paths. Its base path is read from the page's base element. */
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
    // A screen that fails leaves the bars around it: there is a way on, and the order is a tap away.
    defaultErrorComponent: ({ error }) => (
      <BrokenScreen error={error instanceof Error ? error : new Error(String(error))} />
    ),
    // Only in a browser: where the server makes pages, it would write an inline script, which our pages do not have.
    scrollRestoration: options.history === undefined && leaveFirstPlace(),
    // React Query holds the data; the router loads every time and is answered from there.
    defaultPreloadStaleTime: 0,
  })
}

/**
 * The page can be read before the portal has started: somebody who has scrolled it by then stays where they are. Afterwards the router scrolls to the top of a
 * new screen, and back to the old position.
 */
function leaveFirstPlace(): () => boolean {
  let isFirst = true
  return () => {
    const stays = isFirst && isWhereTheyWant()
    isFirst = false
    // The router stores positions from scroll events, and this scrolling was before it started.
    if (stays) document.dispatchEvent(new Event('scroll'))
    return !stays
  }
}

/** On a newly opened page there is no position to restore; and reading the scroll position would force a layout in the middle of the launch. */
function isWhereTheyWant(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (entry?.type === 'navigate' && location.hash === '') || scrollY > 0
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
