import { afterAll, vi } from 'vitest'

/**
 * The portal's test files share their workers, and with them the modules that are loaded (a third of their processor time). What a file leaves behind is
 * taken away after it: what it stored on the device, the clock that it held, and the globals that it put in place of the real ones.
 */
// Browsers have it, and Node has not: without it a handler that reports would fail itself, in whichever file runs by then.
globalThis.reportError ??= (cause: unknown) => console.info('reported:', cause)

afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // Whoever has one open closes it when asked to; nothing waits for who does not.
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
})
