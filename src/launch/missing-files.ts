import { mostForLost } from './claim-reload.ts'

/** The part of a window that this needs. */
type MissingFilesPorts = {
  /** A payment is under way, or its outcome is unknown. */
  isPaying(): boolean
  /** True `most` times per build in this tab: a file that stays missing ends in the error screen, not in a loop. False where that cannot be remembered. */
  claimReload(most: number): boolean
  reload(): void
  /** The server's build; undefined if it does not answer, whatever the browser says about the network. */
  findServed(): Promise<'this' | 'other' | undefined>
}

export type MissingFiles = {
  /** A screen's file failed to load. The screen says so, until the page is reloaded. */
  onMissing(): void
  /** For what the launch cannot go on without: reloads the page where the server answers and that is allowed. False where it does not answer. */
  reloadIfServed(): Promise<boolean>
  /** Preloads what will be needed soon. If a file fails, nothing happens yet, unless it is gone for good. Never rejects. */
  loadAhead(load: () => Promise<unknown>): Promise<void>
}

/**
 * When files of an older build are gone from the server and the worker, reloads the page once, with the new build; when the network lost a file that the
 * server has, a few times. The order and the checkout step are on the device. Never during a payment: the screen then says what happened, and the order waits.
 */
export function createMissingFiles({
  isPaying,
  claimReload,
  reload,
  findServed,
}: MissingFilesPorts): MissingFiles {
  let ahead = 0
  // If the server does not answer, a reload could only make it worse.
  const reloadWhere = async (isWorthIt: (served: 'this' | 'other') => boolean): Promise<boolean> => {
    if (isPaying()) return false
    const served = await findServed()
    if (served && isWorthIt(served) && !isPaying() && claimReload(served === 'other' ? 1 : mostForLost))
      reload()
    return served !== undefined
  }
  return {
    onMissing() {
      if (ahead === 0) void reloadWhere(() => true)
    },
    reloadIfServed: () => reloadWhere(() => true),
    async loadAhead(load) {
      ahead++
      const isThere = await load().then(
        () => true,
        () => false,
      )
      ahead--
      // Nobody is waiting for it yet. Only if another build has replaced this one would waiting not help.
      if (!isThere) await reloadWhere((served) => served === 'other')
    },
  }
}

/** The screens that follow a payment: loaded before the tap, so that no file is fetched between it and the receipt. */
const leadsTo: Readonly<Record<string, readonly Screen[]>> = {
  '/ordercart': ['/ordercheckout', '/ordersubmit'],
  '/ordercheckout': ['/ordersubmit'],
  '/cart': ['/checkout', '/thankyou'],
  '/checkout': ['/thankyou'],
}

type Screen = '/ordercheckout' | '/ordersubmit' | '/checkout' | '/thankyou'

/** The screens to preload at a path (without the router's base). */
export const listScreensToPreload = (path: string): readonly Screen[] => leadsTo[path] ?? []
