import { afterAll, vi } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import { forgetJustPlaced } from '#lib/query/just-placed.ts'

/**
 * The portal's test files share their workers, and with them the modules that are loaded (a third of their processor time). What a file leaves behind is
 * taken away after it: what it stored on the device, the clock that it held, the globals that it put in place of the real ones, and what these modules
 * remember for the life of a page. A file that leaves more in them forgets it itself.
 */
// Browsers have it, and Node has not: without it a handler that reports would fail itself, in whichever file runs by then.
globalThis.reportError ??= (cause: unknown) => console.info('reported:', cause)
// jsdom has a window that cannot be scrolled, and says so in the console.
if (typeof document !== 'undefined') window.scrollTo = () => undefined

afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const kind of payableKinds) forgetJustPlaced(kind)
  noteReachability('reachable')
  if (typeof document !== 'undefined') clearPage()
  // Whoever has one open closes it when asked to; nothing waits for who does not.
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
})

/** The document is shared, too. Styles stay: the kit knows which ones it has written. */
function clearPage(): void {
  document.body.replaceChildren()
  const scripts = document.querySelectorAll('script')
  for (const script of scripts) script.remove()
  // What loaded one remembers that it has come, and would not load it for the next file.
  if (scripts.length > 0) vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
}
