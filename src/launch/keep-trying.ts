/** How long until a file that failed to load is tried again (ms), unless the network seems to be back sooner. Doubles each time. */
const firstMs = 5000
const longestMs = 60_000

/**
 * Loads what a launch cannot go on without. If it fails, tries again when the network seems to be back, when the page is looked at, and from time to time, once
 * `ask` has found the server reachable. `ask` may reload the page instead, as a browser may remember that a file failed. Never rejects.
 */
export async function keepTrying<T>(load: () => Promise<T>, ask: () => Promise<boolean>): Promise<T> {
  for (let waitMs = firstMs; ; waitMs = Math.min(waitMs * 2, longestMs)) {
    try {
      return await load()
    } catch {
      // The screens, which wait for the same file, report the failure; before there are any, the page stays as the server made it.
      do await nextOccasion(waitMs)
      while (!(await ask()))
    }
  }
}

/** Shares one load among all callers. A failed load is started again for the next one. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    }))
}

function nextOccasion(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const go = (): void => {
      listening.abort()
      resolve()
    }
    setTimeout(go, waitMs)
    addEventListener('online', go, listening)
    document.addEventListener('visibilitychange', go, listening)
  })
}
