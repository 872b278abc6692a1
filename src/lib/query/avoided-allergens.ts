import { useSyncExternalStore } from 'react'
import { type Allergen, allergens } from '#contract/rules/allergen-list.ts'
import { entryNames } from '#db/names.ts'

/** What somebody on this device does not eat. It stays for the next visit, never leaves the device, and goes at sign-out with everything personal. */

const { avoidedAllergens: key } = entryNames
const none: readonly Allergen[] = []
const listeners = new Set<() => void>()
/** What could not be kept, and what was kept then: it stands until that changes. */
let unkept: { text: string | null; over: string | null } | undefined
let cached: { text: string | null; list: readonly Allergen[] } = { text: null, list: none }

function findKept(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function readText(): string | null {
  try {
    const kept = localStorage.getItem(key)
    return unkept && unkept.over === kept ? unkept.text : kept
  } catch {
    return cached.text // Storage is refused here: it lives as long as the page.
  }
}

/** What is avoided, in the usual order of allergens. The same value until it changes. */
export function findAvoided(): readonly Allergen[] {
  const text = readText()
  if (text === cached.text) return cached.list
  const words = (text ?? '').split(',')
  cached = { text, list: allergens.filter((one) => words.includes(one)) }
  return cached.list
}

/** Keeps what is avoided, for every screen and tab of this device. */
export function keepAvoided(list: readonly Allergen[]): void {
  const text = list.length === 0 ? null : list.join(',')
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    unkept = undefined
  } catch {
    // Refused, or full.
    unkept = { text, over: findKept() }
    cached = { text, list }
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

/** What is avoided; nothing in the server's page and in the first render over it. */
export const useAvoided = (): readonly Allergen[] => useSyncExternalStore(subscribe, findAvoided, () => none)
