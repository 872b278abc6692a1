import { needsOwnDocument } from './page-kind.ts'

const loading = new Map<string, Promise<void>>()

/** How long a stranger's script may take to arrive. */
const scriptTimeoutMs = 10_000

/**
 * Loads a script of another company's into the page, once: later calls wait for the first one's end. It is tried a second time before the promise
 * rejects, and a later call after that begins anew. A document whose policy admits no strangers gives way to one that does.
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

/** Puts a script into this document, whatever its policy. Rejects when it does not come in time; then nothing of it is left. */
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
