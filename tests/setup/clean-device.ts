import { afterAll, vi } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import { forgetJustPlaced } from '#lib/query/just-placed.ts'

/**
 * The portal's test files share Vitest's workers and therefore the loaded modules (which saves a third of their processor
 * time). This removes what a file leaves behind: the device's data, fake timers, stubbed globals, and what these modules keep
 * for the life of a page. A file that leaves anything else in them resets it itself.
 */
// Browsers have it and Node does not: without it a handler that reports an error would itself fail, in whatever file runs by then.
globalThis.reportError ??= (cause: unknown) => console.info('reported:', cause)
// jsdom cannot scroll its window, and says so in the console.
if (typeof document !== 'undefined') window.scrollTo = () => undefined

afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const kind of payableKinds) forgetJustPlaced(kind)
  noteReachability('reachable')
  if (typeof document !== 'undefined') clearPage()
  // An open connection closes itself when asked; deletion is not awaited, so one that does not close blocks nothing.
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
})

/** The document is shared, too. Styles stay, because the kit remembers which ones it has written. */
function clearPage(): void {
  document.body.replaceChildren()
  const scripts = document.querySelectorAll('script')
  for (const script of scripts) script.remove()
  // Modules remember that they loaded a script, and would not load it again for the next file.
  if (scripts.length > 0) vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
}
