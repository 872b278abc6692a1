import { entryNames } from '#db/names.ts'

/**
 * The browser session’s own entries (specification §3 *Browser session entries*): deleted with the tab; personal ones (typed-forms.ts) also when their person
 * signs out.
 */
const { checkoutStep: stepKey, screen: screenKey, previousPath: pathKey } = entryNames
/** Belongs to this browser tab, whoever uses it: it stays when somebody signs out. */
const advertisementKey = 'advertisement_seen'

/** An entry; null where there is none, or storage is refused. */
export function readEntry(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null // Storage is refused here; the entry then lasts as long as the page.
  }
}

/** Writes an entry, or removes it. */
export function writeEntry(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage is refused here: only the step after a reload depends on it.
    return
  }
}

/**
 * Adding an item stores the screen marker 'delivery' (§4): checkout starts from the front, even after a mere change, because a tip of the old total has to be
 * confirmed again.
 */
export function markItemAdded(): void {
  writeEntry(screenKey, 'delivery')
  writeEntry(stepKey, 'delivery')
}

/** The order is finished: removes the stored markers. */
export function clearOrderMarks(): void {
  writeEntry(screenKey, null)
  writeEntry(stepKey, null)
}

/** The path to return to after signing in or up. */
export const keepPreviousPath = (path: string): void => writeEntry(pathKey, path)

/** Somebody who continued without signing in must not be sent back there later. */
export const forgetPreviousPath = (): void => writeEntry(pathKey, null)

/** The path to return to; it can be read only once. Undefined where none is stored. The caller decides which paths are acceptable. */
export function takePreviousPath(): string | undefined {
  const path = readEntry(pathKey)
  writeEntry(pathKey, null)
  return path ?? undefined
}

/** The home page's advertisement is shown once per session: whether this tab has shown it. */
export const hasSeenAdvertisement = (): boolean => readEntry(advertisementKey) !== null
export const markAdvertisementSeen = (): void => writeEntry(advertisementKey, 'yes')
