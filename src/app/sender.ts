import type { Clock } from '#contract/ports.ts'
import { resetBackoff } from '#db/outbox.ts'
import { busName } from '#db/names.ts'
import { isStoreFailure } from '#db/store-failure.ts'
import { browserBus } from '#lib/ports/browser.ts'
import { requestWake } from '#lib/pwa/background-sync.ts'
import type { Services } from '#lib/query/services.ts'
import type { DrainResult } from '#lib/sync/drain.ts'

const shortestWaitMs = 250
/** While the portal is open, pending changes are tried at least this often. */
const longestWaitMs = 30_000

/**
 * For work on the store that nobody waits for: a store that failed, or that a full disk has closed under the page (decision 097), is no uncaught error. The next run
 * tries again. Any other error stays uncaught, so that it is logged.
 */
export const inBackground = (work: Promise<unknown>): void =>
  void work.catch((cause: unknown) => {
    if (!isStoreFailure(cause)) throw cause
  })

/** Drains the outbox and schedules the next run: after every run that leaves something, or is interrupted. */
export function createFlush(drain: () => Promise<DrainResult>, clock: Clock): Services['flush'] {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (waitMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => inBackground(flush()), waitMs)
  }
  const flush = async (): Promise<{ left: number }> => {
    clearTimeout(timer)
    const result = await drain().catch((cause: unknown) => {
      // A store that failed in between must not stop sending for good.
      later(longestWaitMs)
      throw cause
    })
    if (!('retryAt' in result)) return { left: 0 }
    void requestWake()
    const waitMs = Math.min(longestWaitMs, Math.max(shortestWaitMs, result.retryAt - clock.now()))
    later(waitMs)
    return { left: result.left }
  }
  return flush
}

/** Makes every pending change due now. */
export async function wakeOutbox({
  db,
  locationId,
  flush,
}: Pick<Services, 'db' | 'locationId' | 'flush'>): Promise<void> {
  await resetBackoff(db, locationId)
  await flush()
}

/** Runs `work` now; if it is running already, once more right after, however often it was requested meanwhile. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let again = false
  const runAll = async (): Promise<void> => {
    do {
      again = false
      await work()
    } while (again)
  }
  return () => {
    again = running !== undefined
    running ??= runAll().finally(() => (running = undefined))
    return running
  }
}

/**
 * When to send, besides the network's return (launch/watched-net.ts): when the portal becomes visible, or another tab or the worker asks for it. The worker
 * wakes at every reconnection of an unstable network; a visible screen knows better whether the network holds.
 */
export function listenForWakes(wake: () => void, isSteady: () => boolean): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  browserBus(busName).listen((note) => {
    if (note === 'wake' && (isSteady() || document.visibilityState !== 'visible')) wake()
  })
}
