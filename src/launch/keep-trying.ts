/** How long until a file that did not come is tried again (ms), where nothing says sooner that there is a network: twice as long each time. */
const firstMs = 5000
const longestMs = 60_000

/**
 * Loads what a launch does not go on without. Where it does not come it is tried again, when the network seems to be back, when the page is looked at, and
 * now and then, as soon as `ask` has found the server there. `ask` may load the page anew instead: a browser may remember a file that failed. Never rejects.
 */
export async function keepTrying<T>(load: () => Promise<T>, ask: () => Promise<boolean>): Promise<T> {
  for (let waitMs = firstMs; ; waitMs = Math.min(waitMs * 2, longestMs)) {
    try {
      return await load()
    } catch {
      // The screens say so, which have asked for the same; where there is none yet, the page is as the server made it.
      do await nextOccasion(waitMs)
      while (!(await ask()))
    }
  }
}

/** The same for all who ask. What failed is loaded again for who asks next. */
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
