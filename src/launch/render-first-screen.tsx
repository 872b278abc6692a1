import { inTranslation } from '#contract/language.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { PageView } from '#contract/page-format.ts'
import { findTranslation, type PageLanguage } from '#contract/languages/all.ts'
import type { FirstScreen, ViewAnswers } from '#contract/schemas/first-screen.ts'
import { loadingMark } from '#lib/paint/marks.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { keys } from '#lib/query/keys.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { createPortalRouter } from '../router.tsx'
import { App, seedQueries } from './app.tsx'
import { fillMerchantHtml } from './serve-merchant-html.ts'
import { viewOf } from './view-of-markup.ts'

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
  const { markup } = await render(facts, first, { path, language })
  return fillMerchantHtml(markup)
}

/**
 * The screen of a path as somebody sees it who has never been here: to be looked at until the portal has drawn it, never to be brought to life. Undefined
 * where it is somebody's own, leads elsewhere, or has something on it that is still to come, unless it `mayLoad`.
 */
export async function renderView(
  facts: HostFacts,
  first: FirstScreen,
  { mayLoad = false, ...screen }: Screen & { mayLoad?: boolean },
  answers: ViewAnswers,
): Promise<PageView | undefined> {
  const { markup, isThere } = await render(facts, first, screen, answers)
  if (
    !isThere ||
    markup.length > longestView ||
    (!mayLoad && markup.includes(`${loadingAttribute}=`)) ||
    !/<main[^>]*>.*<h[12][\s>]/s.test(markup)
  )
    return undefined
  return viewOf(markup)
}

/** Longer markup (characters) is faster from the device: a whole menu of thousands of dishes. */
const longestView = 400_000

const [loadingAttribute] = Object.keys(loadingMark)

type Screen = { path: string; language: PageLanguage }
type Rendered = { markup: string; /** The screen of that very path came of it. */ isThere: boolean }

async function render(
  facts: HostFacts,
  first: FirstScreen,
  { path, language }: Screen,
  answers?: ViewAnswers,
): Promise<Rendered> {
  const queryClient = createQueryClient()
  seedQueries(queryClient, facts.host.locationId, first)
  const session = createSessionStore()
  if (answers) {
    seedAnswers(queryClient, facts.host.locationId, first, answers)
    session.set({ state: 'guest' })
  }
  const portal = {
    facts,
    tickets: createTicketStore(),
    session,
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
  // The query client's timers would keep the process alive.
  queryClient.clear()
  const { location, matches } = router.state
  const isThere =
    location.pathname === path.replace(/\?.*/, '') && matches.every(({ status }) => status === 'success')
  return { markup, isThere }
}

/** A time that is never shown, and newer than the page's own data: a text missing from that is then not awaited. */
const answeredAt = 1

/** As if the API had answered a first-time guest. */
function seedAnswers(
  queryClient: QueryClient,
  locationId: string,
  { location }: FirstScreen,
  { books, products }: ViewAnswers,
): void {
  queryClient.setQueryData(keys.location(locationId), { value: location, savedAt: answeredAt })
  for (const mode of ['browse', 'order'] as const)
    queryClient.setQueryData(keys.book(locationId, mode), { value: books[mode], savedAt: answeredAt })
  queryClient.setQueryData(keys.physicalProducts(locationId), products)
}
