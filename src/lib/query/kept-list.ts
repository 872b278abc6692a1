import { useSyncExternalStore } from 'react'

/**
 * A few words of a fixed list, chosen by this device's user. They are kept for the next visit, never leave the device, and are removed at sign-out with
 * everything personal.
 */
type KeptList<Word extends string> = {
  /** In the list's order. The same array until it changes. */
  find: () => readonly Word[]
  /** For every screen and tab of this device. */
  keep: (list: readonly Word[]) => void
  /** Empty in the server's page and in the first render over it. */
  use: () => readonly Word[]
}

/** The words of `all` that this device’s user has chosen, kept in local storage under `key`. Never throws: where storage is refused, they last as long as the page. */
export function keptList<Word extends string>(key: string, all: readonly Word[]): KeptList<Word> {
  const none: readonly Word[] = []
  const listeners = new Set<() => void>()
  /** A value that could not be stored, and what was stored at that time: it counts until the stored value changes. */
  let unkept: { text: string | null; over: string | null } | undefined
  let cached: { text: string | null; list: readonly Word[] } = { text: null, list: none }

  function read(): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return cached.text // Storage is refused here: the value lasts as long as the page.
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
    // Another tab changed it, or somebody signed out there.
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }

  return { find, keep, use: () => useSyncExternalStore(subscribe, find, () => none) }
}
