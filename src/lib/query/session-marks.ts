import { entryNames } from '#db/names.ts'

/** The browser session’s own entries (specification §3 *Browser session entries*): gone with the tab; what is personal (typed-forms.ts) with its person, too. */
const { checkoutStep: stepKey, screen: screenKey, previousPath: pathKey } = entryNames
/** Of this browser's tab, whoever uses it: it stays when somebody signs out. */
const advertisementKey = 'advertisement_seen'

/** An entry; null where there is none, or storage is refused. */
export function readEntry(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null // Storage is refused here; the session then lives as long as the page.
  }
}

/** Writes an entry, or takes it away. */
export function writeEntry(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // The same: nothing depends on it but the step after a reload.
    return
  }
}

/** Adding an item stores the screen marker 'delivery' (§4): checkout starts from the front, also after a change, since a tip of the old total is asked for again. */
export function markItemAdded(): void {
  writeEntry(screenKey, 'delivery')
  writeEntry(stepKey, 'delivery')
}

/** The order is finished: the stored markers go. */
export function clearOrderMarks(): void {
  writeEntry(screenKey, null)
  writeEntry(stepKey, null)
}

/** Where to come back to after signing in or up. */
export const keepPreviousPath = (path: string): void => writeEntry(pathKey, path)

/** Whoever went on without signing in is not led back at some later time. */
export const forgetPreviousPath = (): void => writeEntry(pathKey, null)

/** Where to come back to, once: it is forgotten by asking. Undefined where nothing is kept. Which paths are taken, the caller decides. */
export function takePreviousPath(): string | undefined {
  const path = readEntry(pathKey)
  writeEntry(pathKey, null)
  return path ?? undefined
}

/** The home page's advertisement shows once a session: whether this tab has had it. */
export const hasSeenAdvertisement = (): boolean => readEntry(advertisementKey) !== null
export const markAdvertisementSeen = (): void => writeEntry(advertisementKey, 'yes')
