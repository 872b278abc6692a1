import { needsOwnDocument } from './page-kind.ts'

const loading = new Map<string, Promise<void>>()

/** How long a third-party script may take to load. */
const scriptTimeoutMs = 10_000

/**
 * Loads a third-party script into the page, once: later calls wait for the first one. It is tried a second time before the promise rejects, and a later call
 * after that starts again. If the document's policy allows no third parties, the page reloads as a document whose policy does.
 */
export function loadScript(address: string, timeoutMs = scriptTimeoutMs): Promise<void> {
  if (needsOwnDocument('open')) {
    location.reload()
    return new Promise(() => undefined)
  }
  const pending = loading.get(address)
  if (pending) return pending
  const load = addScript(address, timeoutMs).catch(() => addScript(address, timeoutMs))
  loading.set(address, load)
  load.catch(() => loading.delete(address))
  return load
}

/** Adds a script to this document, whatever its policy. Rejects when it does not load in time; then the element is removed. */
export function addScript(address: string, timeoutMs = scriptTimeoutMs): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (why: string): void => {
      script.remove()
      reject(new Error(`${new URL(address, location.href).host} ${why}`))
    }
    const limit = setTimeout(() => fail(`gave no script within ${timeoutMs} ms`), timeoutMs)
    script.src = address
    script.async = true
    script.onload = () => {
      clearTimeout(limit)
      resolve()
    }
    script.onerror = () => {
      clearTimeout(limit)
      fail('could not be reached')
    }
    document.head.append(script)
  })
}
