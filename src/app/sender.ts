import type { Clock } from '#contract/ports.ts'
import { resetBackoff } from '#db/outbox.ts'
import { busName } from '#db/names.ts'
import { browserBus } from '#lib/ports/browser.ts'
import { requestWake } from '#lib/pwa/background-sync.ts'
import type { Services } from '#lib/query/services.ts'
import type { DrainResult } from '#lib/sync/drain.ts'

const shortestWaitMs = 250
/** While the portal is open, what waits is tried at least this often. */
const longestWaitMs = 30_000

/** The drain with its next occasion: every run that leaves something behind, or is broken off, sets the time of the next. */
export function createFlush(drain: () => Promise<DrainResult>, clock: Clock): Services['flush'] {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (waitMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), waitMs)
  }
  const flush = async (): Promise<{ left: number }> => {
    clearTimeout(timer)
    const result = await drain().catch((cause: unknown) => {
      // A store that broke off keeps nothing from being sent for good.
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

/** Lets everything that waits be tried at once. */
export async function wakeOutbox({
  db,
  locationId,
  flush,
}: Pick<Services, 'db' | 'locationId' | 'flush'>): Promise<void> {
  await resetBackoff(db, locationId)
  await flush()
}

/** Runs `work` now, or, while it runs, once more right after: however often it was asked for meanwhile. */
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
 * When to send, beside the network's return (launch/watched-net.ts): the portal became visible, another tab or the worker said so. The worker is woken at
 * every return of a link that comes and goes: a screen that is seen knows better when that is one.
 */
export function listenForWakes(wake: () => void, isSteady: () => boolean): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  browserBus(busName).listen((note) => {
    if (note === 'wake' && (isSteady() || document.visibilityState !== 'visible')) wake()
  })
}
