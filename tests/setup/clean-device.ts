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
  // Dexie warns of each connection that it closes for that.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name }) => name && deleteDatabase(name)))
  warn.mockRestore()
})

/** Resolves when every open connection has been asked to close, so that none is in the next file; one that stays open delays nothing. */
const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name)
    for (const event of ['success', 'error', 'blocked'])
      deleting.addEventListener(event, () => resolve(), { once: true })
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
