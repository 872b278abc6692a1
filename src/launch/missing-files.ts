/** As much of a window as missing files need. */
type MissingFilesPorts = {
  /** Money is on its way, or what became of it is not known yet. */
  isPaying(): boolean
  /** True once a build in this tab: a file that stays missing ends in the error screen and not in a circle. False where it cannot be remembered. */
  claimReload(): boolean
  reload(): void
  /** Which build the server has; undefined without an answer of its own, whatever the browser believes of the network. */
  findServed(): Promise<'this' | 'other' | undefined>
}

export type MissingFiles = {
  /** A file that a screen needs could not be had. The screen says so, until the page is loaded anew. */
  onMissing(): void
  /** For what the launch does not go on without: loads the page anew, where the server answers and that is allowed. False where it does not answer. */
  reloadIfServed(): Promise<boolean>
  /** Loads what will be needed soon. Where it cannot be had nothing happens yet, unless it is gone for good. Never rejects. */
  loadAhead(load: () => Promise<unknown>): Promise<void>
}

/**
 * Files of an older build that are gone from the server and from the worker: the page is loaded once more, with the new build. The order and the
 * checkout step are on the device. Never while something is being paid: the screen then says what happened, and the order waits.
 */
export function createMissingFiles({
  isPaying,
  claimReload,
  reload,
  findServed,
}: MissingFilesPorts): MissingFiles {
  let ahead = 0
  // Without a server that answers a reload could only make it worse.
  const reloadWhere = async (isWorthIt: (served: 'this' | 'other') => boolean): Promise<boolean> => {
    if (isPaying()) return false
    const served = await findServed()
    if (served && isWorthIt(served) && !isPaying() && claimReload()) reload()
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
      // Nobody waits for it yet: only where another build took its place would waiting not bring it back.
      if (!isThere) await reloadWhere((served) => served === 'other')
    },
  }
}

/** The screens that a path leads to by way of a payment: they are there before the tap, so that none is asked for between it and the receipt. */
const leadsTo: Readonly<Record<string, readonly Screen[]>> = {
  '/ordercart': ['/ordercheckout', '/ordersubmit'],
  '/ordercheckout': ['/ordersubmit'],
  '/cart': ['/checkout', '/thankyou'],
  '/checkout': ['/thankyou'],
}

type Screen = '/ordercheckout' | '/ordersubmit' | '/checkout' | '/thankyou'

/** The screens whose files are to be there on a path (without the router's base). */
export const listScreensToPreload = (path: string): readonly Screen[] => leadsTo[path] ?? []
