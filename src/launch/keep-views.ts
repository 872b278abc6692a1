import type { LarderDatabase } from '#db/database.ts'
import { markOf } from '#db/find-kept-view.ts'
import { forgetView, keepView, type KeptViewRow } from '#db/kept-views.ts'
import { findPhysicalOrder } from '#db/physical-orders.ts'
import { SessionChangedError } from '#db/sessions.ts'
import { findActiveTicket } from '#db/tickets.ts'
import { rootId } from '#contract/page-format.ts'
import { findScreen } from '#contract/screens.ts'
import { unkeptScreens } from '#contract/unkept-screens.ts'
import { captureView } from '#lib/paint/kept-view.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'

/**
 * How long a screen must be unchanged before its view is kept, after how long that is done although it still changes (a long menu adds its dishes below the
 * window for seconds; who leaves by then has a view, too), and at most how often (ms).
 */
const stillMs = 800
const longestMs = 1200
const everyMs = 5000

export type KeepViews = {
  portal: Portal
  services: Services
  /** The router's state: the location of the current screen, and whether a navigation is pending. */
  place: () => Place
  /** Subscribes to every change of the address. */
  onChange: (run: () => void) => void
  whenIdle: (run: () => void) => void
  /** The address at the launch: if it redirects now, its view is deleted. */
  launchedAt: string
}

type Place = { status: 'idle' | 'pending'; resolvedLocation?: { href: string } | undefined }

/** The path and query of the current screen. A hash is part of the same page; the worker never even sees it. */
const addressOf = ({ resolvedLocation }: Place): string => resolvedLocation?.href.replace(/#.*/, '') ?? ''

/** The order on this device, with the mark that a view of it must match. */
async function findOrder(
  db: LarderDatabase,
  { locationId, principal }: { locationId: string; principal: string },
  about: string,
): Promise<KeptViewRow['order']> {
  if (about === 'cart') {
    const cart = await findPhysicalOrder(db, locationId, principal)
    return cart && { table: 'physicalOrders', id: cart.row.orderId, mark: markOf(cart.row, []) }
  }
  const active = await findActiveTicket(db, locationId, principal)
  if (!active) return undefined
  const { row, pending } = active
  const opIds = pending.map(({ opId }) => opId)
  return { table: 'tickets', id: row.draftId, mark: markOf(row, opIds) }
}

/** Screens whose views are kept, by address. */
function isKeepable(address: string): boolean {
  const screen = findScreen(address.replace(/[?#].*/, ''))
  return screen !== undefined && !(screen.pattern in unkeptScreens)
}

/**
 * Keeps what each screen looks like on this device, so that a later launch at its address shows it before any script has run (docs/decisions/057). Made in idle
 * moments once the screen has settled, and when the guest turns to something else.
 */
export function keepViews({ portal, services, place, onChange, whenIdle, launchedAt }: KeepViews): void {
  let isDirty = true
  let last = ''

  const keep = async (): Promise<void> => {
    const root = document.getElementById(rootId)
    const at = addressOf(place())
    // After a tap on a link the router has the next address while the previous screen is still there: this runs again once the new screen is rendered.
    if (!isDirty || !root || place().status === 'pending' || !isKeepable(at)) return
    const about = root.querySelector<HTMLElement>('[data-of-order]')?.dataset['ofOrder']
    const { locationId, db } = services
    const who = { locationId, principal: services.principal() }
    // Without the view the next launch is slower, but shows the same. The store is full, or somebody has signed in or out.
    try {
      // Read the order before the markup. If it changes in between, the fingerprint no longer matches and the view is discarded; the other way round a
      // stale view would pass as current.
      const order = about === undefined ? undefined : await findOrder(db, who, about)
      // The order may be gone, somebody else signed in, or another screen shown: a view of that will be kept.
      const now = place()
      const isSame =
        now.status !== 'pending' && addressOf(now) === at && services.principal() === who.principal
      if (!isSame || (about !== undefined && !order)) return
      const view = captureView(root)
      if (!view) return
      isDirty = false
      timer.noteKept()
      const made = JSON.stringify([at, who.principal, view.markup, order])
      if (made === last) return
      last = made
      await keepView(db, {
        ...who,
        address: at,
        build: __LARDER_BUILD__,
        language: document.documentElement.lang,
        ...view,
        savedAt: services.clock.now(),
        ...(order && { order }),
      })
    } catch (error) {
      if (!(error instanceof SessionChangedError))
        services.noteFailure({ what: 'keepView', message: String(error) })
    }
  }
  if (addressOf(place()) !== launchedAt && isKeepable(launchedAt))
    // A failing store is reported where something is lost by it. Here a later launch only shows the view and redirects again.
    void forgetView(services.db, services.locationId, launchedAt).catch(() => undefined)

  const timer = createKeepTimer(() => whenIdle(() => void keep()))
  const onMutation = (): void => {
    isDirty = true
    timer.noteChange()
  }
  new MutationObserver(onMutation).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  onChange(() => {
    timer.restart()
    onMutation()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void keep())
  // A change that was sent or taken back may not be rendered yet.
  portal.tickets.subscribe(onMutation)
  timer.noteChange()
}

/** Calls `keep` once a screen has been unchanged for a while, or has gone on changing for long. */
function createKeepTimer(keep: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let keptAt = -Infinity
  /** The time of the first change that no stored view shows yet. */
  let changedAt: number | undefined
  return {
    noteChange: (): void => {
      clearTimeout(timer)
      const now = performance.now()
      changedAt ??= now
      const at = Math.max(Math.min(now + stillMs, changedAt + longestMs), keptAt + everyMs)
      timer = setTimeout(() => {
        changedAt = undefined
        keep()
      }, at - now)
    },
    noteKept: (): void => void (keptAt = performance.now()),
    /** Another screen is shown. */
    restart: (): void => {
      keptAt = -Infinity
      changedAt = undefined
    },
  }
}
