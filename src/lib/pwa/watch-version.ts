import type { updates as Updates } from './updates.ts'

export type WatchPorts = {
  /** The served version if it is newer than these scripts (version-check.ts). */
  check(): Promise<string | undefined>
  updates: typeof Updates
  /** Asks the server for a newer worker. True when one is downloading or waits: it is offered when it has arrived (register-worker.ts). */
  updateWorker(): Promise<boolean>
  /** True where a worker opens the portal: it may be removed only if somebody agrees. */
  hasWorker(): boolean
  /** Switches to the server's version without a worker (renew.ts). */
  renew(): Promise<boolean>
  /** True while nothing was touched since the launch, and nothing is being paid. */
  isUntouched(): boolean
  /** Whether this tab has reloaded for that version; undefined where that cannot be stored. */
  hasReloadedFor(version: string): boolean | undefined
  markReload(version: string): void
}

/**
 * Handles a newer version on the server (specification §2 and §4, LH-19, ST-42): asks for its worker, and offers the version once it can be loaded. At a launch
 * where nothing was touched yet, it is applied without asking, once per tab and version, so that a server that serves an old build under a new number does not
 * cause a loop.
 */
export function createVersionWatch({
  check,
  updates,
  updateWorker,
  hasWorker,
  renew,
  isUntouched,
  hasReloadedFor,
  markReload,
}: WatchPorts) {
  /** Checks once. `launching`: this is the launch. */
  const ask = async ({ launching }: { launching: boolean }): Promise<void> => {
    const served = await check()
    if (served === undefined) return
    const hasReloaded = hasReloadedFor(served)
    const coming = await updateWorker()
    // A reload that changed nothing is not offered a second time; a worker that has arrived always is.
    if (!coming && hasReloaded !== true) updates.offer({ take: () => void take(served) })
    // The old worker is removed only with consent: this may be a short visit, with the network gone in a moment.
    if (launching && hasReloaded === false && (coming || !hasWorker())) takeUntouched(served)
  }
  const take = async (served: string): Promise<void> => {
    markReload(served)
    await renew()
  }
  const takeUntouched = (served: string): void => {
    const takeNow = (): boolean => {
      const update = updates.get()
      if (!update) return false
      stop()
      if (!isUntouched()) return true
      markReload(served)
      update.take({ alone: true })
      return true
    }
    const stop = updates.subscribe(() => void takeNow())
    takeNow()
  }
  return { ask }
}
