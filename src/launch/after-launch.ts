import type { QueryClient } from '@tanstack/react-query'
import { wait } from '#lib/ports/wait.ts'
import { installPrompt } from '#lib/pwa/install-prompt.ts'
import { isPayingPath } from '#lib/pwa/paying-paths.ts'
import { findNewerWorker, registerWorker } from '#lib/pwa/register-worker.ts'
import { browserRenewPorts, renewPortal } from '#lib/pwa/renew.ts'
import { updates } from '#lib/pwa/updates.ts'
import { createVersionCheck } from '#lib/pwa/version-check.ts'
import { createVersionWatch } from '#lib/pwa/watch-version.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { whenTicket } from '#lib/query/ticket-store.ts'
import type { createPortalRouter } from '../router.tsx'
import { keepMenus } from './keep-menus.ts'
import { noteAnswerDate } from './note-answer-date.ts'
import { enableViewTransitions } from './view-transitions.ts'
import { listScreensToPreload, type MissingFiles } from './missing-files.ts'
import { watchTouches } from './touches.ts'

type PortalRouter = ReturnType<typeof createPortalRouter>

/** A menu that never arrives must not hold the offline worker back for longer than this (ms). */
const longestKeepMs = 4000

export type AfterLaunch = {
  portal: Portal
  queryClient: QueryClient
  services: Services
  router: PortalRouter
  missing: MissingFiles
  /** The path and query that were asked for. */
  launchedAt: string
}

/**
 * Work that a launch postpones: the offline worker, personal data, the check for newer scripts, the offer to install, and the screens that a payment leads to.
 */
export function afterLaunch({
  portal,
  queryClient,
  services,
  router,
  missing,
  launchedAt,
}: AfterLaunch): void {
  const pathOf = (): string => router.state.location.pathname
  const menusReady = keepMenus(queryClient, services)
  enableViewTransitions(router)
  // The first worker fetches all of the portal's files: not during a first visit's loading, and after the menus, which the guest came for.
  if (isWorkerThere()) registerWorker()
  else void Promise.race([menusReady, wait(longestKeepMs)]).finally(() => whenIdle(registerWorker))
  const screens = { path: pathOf, onChange: (run: () => void) => void router.subscribe('onResolved', run) }
  whenIdle(
    () =>
      void import('./in-idle.ts').then(({ runWhenIdle }) =>
        runWhenIdle({ portal, queryClient, services }, screens),
      ),
  )
  if (import.meta.env.DEV) return
  if (isWorkerPossible())
    whenIdle(
      () =>
        void import('./keep-views.ts').then(({ keepViews }) =>
          keepViews({
            portal,
            services,
            ...screens,
            place: () => router.state,
            launchedAt,
            whenIdle,
          }),
        ),
    )
  loadAhead(router, missing)
  const isQuiet = watchTouches()
  const watch = createVersionWatch({
    check: createVersionCheck({ fetchJson, now: () => Date.now(), built: __LARDER_VERSION__ }),
    updates,
    updateWorker: async () => (await findNewerWorker()) !== undefined,
    hasWorker: isWorkerThere,
    renew: () => renewPortal(browserRenewPorts),
    isUntouched: () => isQuiet() && isUnpaid(portal) && !isPayingPath(pathOf()),
    hasReloadedFor,
    markReload,
  })
  whenIdle(() => {
    installPrompt.open()
    // If checked earlier, a waiting version would find an order that may be in the middle of being paid.
    void whenTicket(portal.tickets, ({ state }) => state !== 'loading').then(() =>
      watch.ask({ launching: true }),
    )
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.ask({ launching: false })
  })
}

/** Wherever a payment is made, the screen that follows it is loaded beforehand. */
function loadAhead(router: PortalRouter, missing: MissingFiles): void {
  const load = (): void => {
    for (const screen of listScreensToPreload(router.state.location.pathname))
      void missing.loadAhead(async () => await router.loadRouteChunk(router.routesByPath[screen]))
  }
  router.subscribe('onResolved', load)
  load()
}

const isWorkerPossible = (): boolean => 'serviceWorker' in navigator

const isWorkerThere = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

/** Until the device's store has been read, an order may be in the middle of being paid. */
function isUnpaid({ tickets }: Portal): boolean {
  const ticket = tickets.get()
  return ticket.state !== 'loading' && !isBeingPaid(ticket)
}

async function fetchJson(address: string): Promise<unknown> {
  const answer = await fetch(address, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`the version could not be read: ${answer.status}`)
  const value: unknown = await answer.json()
  // A launch whose copies are all fresh makes no other call.
  noteAnswerDate(answer.headers.get('date'))
  return value
}

function whenIdle(run: () => void): void {
  // Safari has supported it only recently.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 2000)
}

const markKey = 'larder-reloaded-for'

/** Undefined where storage is refused: a reload could then loop. */
function hasReloadedFor(version: string): boolean | undefined {
  try {
    return sessionStorage.getItem(markKey) === version
  } catch {
    // Blocked by the browser's settings.
    return undefined
  }
}

function markReload(version: string): void {
  try {
    sessionStorage.setItem(markKey, version)
  } catch {
    return // Nobody reloads by themselves here (hasReloadedFor); who asked for it gets it.
  }
}
