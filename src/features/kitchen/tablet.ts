import { useSyncExternalStore } from 'react'
import { usePortal } from '#lib/query/portal-context.tsx'

/**
 * The sign-in of this device as a kitchen's tablet. It is nobody's session: it stands beside whoever is signed in, and is sent with the kitchen's calls
 * alone.
 */
export type SignedInTablet = { token: string; name: string }

const keyOf = (locationId: string): string => `larder:kitchen-tablet:${locationId}`

/** Where the browser keeps nothing, the sign-in lasts as long as the page. */
const inMemory = new Map<string, string>()
const listeners = new Set<() => void>()

function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key)
  } catch {
    return inMemory.get(key) // A browser that keeps nothing says so by throwing.
  }
}

/** Keeps a sign-in, or with undefined forgets it. */
export function keepTablet(locationId: string, tablet: SignedInTablet | undefined): void {
  const key = keyOf(locationId)
  inMemory.delete(key)
  try {
    if (tablet) localStorage.setItem(key, JSON.stringify(tablet))
    else localStorage.removeItem(key)
  } catch {
    if (tablet) inMemory.set(key, JSON.stringify(tablet)) // As above.
  }
  for (const listener of listeners) listener()
}

function tabletIn(text: string): SignedInTablet | undefined {
  try {
    const { token, name } = JSON.parse(text) as Partial<SignedInTablet>
    return typeof token === 'string' && typeof name === 'string' ? { token, name } : undefined
  } catch {
    return undefined // Nothing of ours: whoever wrote it, the tablet signs in anew.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** This device's sign-in as a tablet of the restaurant's kitchen; undefined where it has none. */
export function useTablet(): SignedInTablet | undefined {
  const { locationId } = usePortal().facts.host
  const text = useSyncExternalStore(subscribe, () => readText(keyOf(locationId)))
  return text === undefined ? undefined : tabletIn(text)
}
