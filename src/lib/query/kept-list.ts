import { useSyncExternalStore } from 'react'

/** A few of a fixed list of words that somebody on this device chose. It stays for the next visit, never leaves the device, and goes at sign-out with everything personal. */
type KeptList<Word extends string> = {
  /** In the usual order. The same value until it changes. */
  find: () => readonly Word[]
  /** For every screen and tab of this device. */
  keep: (list: readonly Word[]) => void
  /** Nothing in the server's page and in the first render over it. */
  use: () => readonly Word[]
}

export function keptList<Word extends string>(key: string, all: readonly Word[]): KeptList<Word> {
  const none: readonly Word[] = []
  const listeners = new Set<() => void>()
  /** What could not be kept, and what was kept then: it stands until that changes. */
  let unkept: { text: string | null; over: string | null } | undefined
  let cached: { text: string | null; list: readonly Word[] } = { text: null, list: none }

  function read(): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return cached.text // Storage is refused here: it lives as long as the page.
    }
  }

  function find(): readonly Word[] {
    const kept = read()
    const text = unkept?.over === kept ? unkept.text : kept
    if (text !== cached.text) {
      const words = text?.split(',')
      cached = { text, list: all.filter((one) => words?.includes(one)) }
    }
    return cached.list
  }

  function keep(list: readonly Word[]): void {
    const ordered = all.filter((one) => list.includes(one))
    const text = ordered.join(',') || null
    try {
      if (text) localStorage.setItem(key, text)
      else localStorage.removeItem(key)
      unkept = undefined
    } catch {
      // Refused, or full.
      unkept = { text, over: read() }
      cached = { text, list: ordered }
    }
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    // Another tab's choice, or that somebody signed out there.
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }

  return { find, keep, use: () => useSyncExternalStore(subscribe, find, () => none) }
}
