import { inTranslation } from '#contract/language.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { findTranslation, type PageLanguage } from '#contract/languages/all.ts'
import type { FirstScreen } from '#contract/schemas/first-screen.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { createPortalRouter } from '../router.tsx'
import { App, seedQueries } from './app.tsx'

/**
 * The first screen of a path as markup, from the same components as in the browser. The server loads this module as a build of its own
 * (vite.config.ts) and calls it once a merchant and path; the page that comes of it is what the worker keeps for later launches.
 */
export async function renderFirstScreen(
  facts: HostFacts,
  first: FirstScreen,
  path: string,
  language: PageLanguage,
): Promise<string> {
  const queryClient = createQueryClient()
  seedQueries(queryClient, facts.host.locationId, first)
  const portal = {
    facts,
    tickets: createTicketStore(),
    session: createSessionStore(),
    load: () => Promise.reject(new Error('there is no device where pages are made')),
  }
  const router = createPortalRouter(
    { queryClient, portal },
    { basepath: '/', history: createMemoryHistory({ initialEntries: [path] }) },
  )
  await router.load()
  const markup = inTranslation(findTranslation(language, facts.host.words), () =>
    renderToString(<App portal={portal} queryClient={queryClient} router={router} />),
  )
  // Timers of the query client would keep the process awake.
  queryClient.clear()
  return markup
}
