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

/** How long a screen must have stood still before it is kept, and at most how often (ms). */
const stillMs = 800
const everyMs = 5000

export type KeepViews = {
  portal: Portal
  services: Services
  /** The router's state: where the screen is from that stands, and whether another is on its way. */
  place: () => Place
  /** Calls with every change of the address. */
  onChange: (run: () => void) => void
  whenIdle: (run: () => void) => void
  /** What was asked for at the launch: what leads elsewhere now keeps no view. */
  launchedAt: string
}

type Place = { status: 'idle' | 'pending'; resolvedLocation?: { href: string } | undefined }

/** The path and the query of the screen that stands. A place on the page is no page of its own: the worker is not even told of it. */
const addressOf = ({ resolvedLocation }: Place): string => resolvedLocation?.href.replace(/#.*/, '') ?? ''

/** What is begun on this device, with the mark by which a view of it counts. */
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

/** Screens whose views are kept, by their address. */
function isKeepable(address: string): boolean {
  const screen = findScreen(address.replace(/[?#].*/, ''))
  return screen !== undefined && !(screen.pattern in unkeptScreens)
}

/**
 * Keeps what each screen looks like on this device, so that a later launch on its address shows before any script has run (docs/decisions/057). Made in
 * idle moments after the screen has come to rest, and when the guest turns to something else.
 */
export function keepViews({ portal, services, place, onChange, whenIdle, launchedAt }: KeepViews): void {
  let isDirty = true
  let lastAt = -Infinity
  let last = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const keep = async (): Promise<void> => {
    const root = document.getElementById(rootId)
    const at = addressOf(place())
    // As soon as a tap leads on, the router names the next address, with the screen of the one before still there: it is asked again when that has come.
    if (!isDirty || !root || place().status === 'pending' || !isKeepable(at)) return
    const about = root.querySelector<HTMLElement>('[data-of-order]')?.dataset['ofOrder']
    const { locationId, db } = services
    const who = { locationId, principal: services.principal() }
    // Without the view the next launch is slower, and shows the same: the store is full, or somebody has signed in or out.
    try {
      // Read the order before the markup. If it changes in between, the fingerprint no longer matches and the view is discarded; the other way round a
      // stale view would pass as current.
      const order = about === undefined ? undefined : await findOrder(db, who, about)
      // What the screen was about may be gone, or somebody else here, or the screen another: another view is on its way then.
      const now = place()
      const isSame =
        now.status !== 'pending' && addressOf(now) === at && services.principal() === who.principal
      if (!isSame || (about !== undefined && !order)) return
      const view = captureView(root)
      if (!view) return
      isDirty = false
      lastAt = performance.now()
      const made = JSON.stringify([at, who.principal, view.markup, order])
      if (made === last) return
      last = made
      await keepView(db, {
        ...who,
        address: at,
        version: __LARDER_VERSION__,
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
    // A store that fails says so where something is lost by it: here a later launch shows the view, and is led on again.
    void forgetView(services.db, services.locationId, launchedAt).catch(() => undefined)

  const later = (): void => {
    clearTimeout(timer)
    const restMs = Math.max(stillMs, lastAt + everyMs - performance.now())
    timer = setTimeout(() => whenIdle(() => void keep()), restMs)
  }
  const onMutation = (): void => {
    isDirty = true
    later()
  }
  new MutationObserver(onMutation).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  onChange(() => {
    lastAt = -Infinity
    onMutation()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void keep())
  // A change that has been sent, or was taken back, need not be seen on the screen.
  portal.tickets.subscribe(onMutation)
  later()
}
