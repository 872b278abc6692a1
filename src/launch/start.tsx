import { type ReactElement, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { registerZoneOffsets } from '#contract/local-time.ts'
import { findPortalFiles, isPortalPage, keptKey, pathKey, rootId } from '#contract/page-format.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import { firstScreenReady } from '#lib/paint/first-screen-ready.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import { keys } from '#lib/query/keys.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { removeCounterFirst } from '#lib/pwa/counter-first.ts'
import { counterPath } from '#lib/pwa/counter-path.ts'
import { keepInstallPrompt } from '#lib/pwa/install-prompt.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import { createQueryClient, persistQueries } from '#lib/query/query-client.ts'
import type { LoadServices, Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { yieldToMain } from '#lib/ports/yield-to-main.ts'
import { wait } from '#lib/ports/wait.ts'
import { holdClock, renewNow } from '#lib/time/use-now.ts'
import { createPortalRouter } from '../router.tsx'
import { announceReady, announceHydrating } from './early-tap.ts'
import { App, seedQueries } from './app.tsx'
import { basePathOf } from './base-path.ts'
import { findFirstScreen } from './host-facts.ts'
import { holdNavigation } from './hold-navigation.ts'
import { keepTrying, loadOnce } from './keep-trying.ts'
import { createMissingFiles, type MissingFiles } from './missing-files.ts'
import { createPageActions, type PageActions } from './page-actions.ts'
import { claimReload } from './claim-reload.ts'
import { isPayingNow } from '#app/paying-now.ts'
import { takePlace } from './take-place.ts'
import { rememberReturnPath } from './return-path.ts'

/**
 * The launch, in the order that shows the menu soonest: the page's own markup and data, then this browser's small storage, then the device's database, the
 * network and the worker.
 */
export async function startPortal(facts: HostFacts): Promise<void> {
  keepInstallPrompt()
  await yieldToMain()
  const { locationId } = facts.host
  const launchedAt = location.pathname + location.search
  if (facts.zone) registerZoneOffsets(facts.zone.name, facts.zone.stretches)
  const firstCards = loadFirstCards(locationId)
  const queryClient = createQueryClient()
  const tickets = createTicketStore()
  const missing = watchMissingFiles(tickets)
  const session = createSessionStore()
  const actions = createPageActions(queryClient, locationId, session, () => router)
  // In a task of its own: the first caller is often in the middle of hydrating, during which no newer data may change the screen.
  const load: LoadServices = loadOnce(() => alive.then(yieldToMain).then(() => loadServices(facts, actions)))
  const portal: Portal = { facts, load, tickets, session }
  const router = createPortalRouter({ queryClient, portal }, { basepath: basePathOf(document) })
  rememberReturnPath(router, session)
  const root = document.getElementById(rootId)!
  const first = findFirstScreen(document)
  // The page has the first screen's markup: hydrated with the same data and the same tree. Newer data comes right after.
  const prepared = root.dataset[pathKey] === location.pathname
  const alive = prepared ? Promise.race([firstScreenReady, wait(longestHoldMs)]) : Promise.resolve()
  if (!prepared) await persistQueries(queryClient, __LARDER_BUILD__)
  if (first) seedQueries(queryClient, locationId, first)
  if (prepared) {
    router.ssr = { manifest: undefined }
    await yieldToMain()
    await router.load()
    await yieldToMain()
    holdNavigation(router, alive)
    holdClock()
    announceHydrating()
    // As a transition, React hydrates in short steps. Until it is done, nothing that is shown may change.
    startTransition(
      () => void hydrateRoot(root, <App portal={portal} queryClient={queryClient} router={router} />),
    )
    await alive
    announceReady()
    // For a guest who pressed BACK before the router was mounted: it follows the address only from then on.
    if (router.history.location.href !== router.state.location.href) void router.load()
    await yieldToMain()
    renewNow()
    await yieldToMain()
    await persistQueries(queryClient, __LARDER_BUILD__)
    await yieldToMain()
  } else {
    // BACK may come before the router is mounted, which follows the address only from then on; with the same function, which is called once.
    holdNavigation(router, Promise.resolve())
    router.history.subscribe(router.load)
    const hasView = root.dataset[keptKey] === launchedAt
    if (!hasView) root.textContent = ''
    forgetWithSession(portal)
    // The screen's own chunk loads while the cards are being read; its dependencies run before it, in parts.
    const [cards] = await Promise.all([firstCards, loadSchemas().catch(ignoreFailure), router.load()])
    await yieldToMain()
    takeFirstCards(portal, cards)
    if (session.get().state === 'guest' || router.state.location.pathname !== counterPath)
      removeCounterFirst()
    renderApp(root, hasView, <App portal={portal} queryClient={queryClient} router={router} />)
  }
  const [ready, { viewTicket }] = await keepTrying(
    () => Promise.all([load(), import('#lib/sync/ticket-view.ts')]),
    missing.reloadIfServed,
  )
  await yieldToMain()
  tickets.follow(
    ready,
    () =>
      queryClient.getQueryData<Aged<LocationCopy>>(keys.location(locationId))?.value.location.estimate_rules,
    viewTicket,
  )
  const { afterLaunch } = await import('./after-launch.ts')
  await yieldToMain()
  afterLaunch({ portal, queryClient, services: ready, router, missing, launchedAt })
}

function takeFirstCards(portal: Portal, cards: FirstCards): void {
  if (cards === null) portal.session.set({ state: 'guest' })
  else if (portal.session.get().state !== 'guest') portal.firstCards = cards
}

/** Null: nobody is signed in. */
type FirstCards = Portal['firstCards'] | null

/** The device's cards, only where they are shown: a launch at any other address does not load this. */
async function loadFirstCards(locationId: string): Promise<FirstCards> {
  const { pathname } = location
  if (!/\/mycards(\/|$)/.test(pathname)) return undefined
  const cards = await import('./first-cards.ts').catch(ignoreFailure)
  return await cards?.readFirstCards(pathname, locationId)
}

/** Renders the screen into the root. Where there is a view, it is rendered beside it and replaces it when it is complete. */
function renderApp(root: HTMLElement, hasView: boolean, app: ReactElement): void {
  const drawn = hasView ? Object.assign(document.createElement('div'), { id: rootId }) : root
  startTransition(() => createRoot(drawn).render(app))
  if (!hasView) return
  void takePlace(root, drawn, import('./show-in-place.ts'))
}

/** The device's store, the session and the API, in steps: running all of their files at once would keep a slow phone from answering a tap. */
async function loadServices(facts: HostFacts, actions: PageActions): Promise<Services> {
  const last = import('./services.ts')
  await loadSchemas()
  const { createServices } = await last
  await yieldToMain()
  return await createServices(facts, actions)
}

/** The schemas that check answers, which every screen but the first needs: two steps. */
async function loadSchemas(): Promise<void> {
  for (const piece of [import('#contract/schemas/location.ts'), import('#contract/endpoints/tickets.ts')]) {
    await piece
    await yieldToMain()
  }
}

/** A file that failed is loaded again by the screen and by the services, which report the failure. */
const ignoreFailure = (): undefined => undefined

/** A first screen that fails never reports that it is ready (ms). A busy phone may take seconds to hydrate one that works. */
const longestHoldMs = 10_000

/** Nobody is signed in (any more): the cards that the launch has read are removed from the page's memory, too. */
function forgetWithSession(portal: Portal): void {
  const stop = portal.session.subscribe(() => {
    if (portal.session.get().state !== 'guest') return
    portal.firstCards = undefined
    removeCounterFirst()
    stop()
  })
}

/** How this window handles missing files. */
function watchMissingFiles(tickets: Portal['tickets']): MissingFiles {
  const missing = createMissingFiles({
    isPaying: () => isPayingNow() || isBeingPaid(tickets.get()),
    // The name of this file identifies the build.
    claimReload: (most) => claimReload(import.meta.url, most),
    reload: () => location.reload(),
    findServed,
  })
  addEventListener('vite:preloadError', missing.onMissing)
  return missing
}

/** Not by its version alone: the page names the files that it starts with. */
async function findServed(): Promise<'this' | 'other' | undefined> {
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store' })
    const page = await answer.text()
    if (!answer.ok || !isPortalPage(page)) return undefined
    const own = document.querySelector<HTMLScriptElement>('script[data-portal]')?.dataset['portal']
    return own === undefined || findPortalFiles(page)?.portal === own ? 'this' : 'other'
  } catch {
    return undefined // No answer says nothing about the build.
  }
}
