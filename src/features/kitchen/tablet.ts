import { useSyncExternalStore } from 'react'
import { usePortal } from '#lib/query/portal-context.tsx'

/** This device's sign-in as a kitchen tablet. It belongs to no person: it exists beside a signed-in person's session, and is sent with the kitchen's calls only. */
export type SignedInTablet = { token: string; name: string }

const keyOf = (locationId: string): string => `larder:kitchen-tablet:${locationId}`

/** If the browser stores nothing, the sign-in lasts as long as the page. */
const inMemory = new Map<string, string>()
const listeners = new Set<() => void>()

function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key)
  } catch {
    return inMemory.get(key) // A browser without storage throws.
  }
}

/** Stores a sign-in; undefined removes it. */
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
    return undefined // Not our data: the tablet has to sign in again.
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

/** This device's sign-in as a kitchen tablet; undefined if there is none. */
export function useTablet(): SignedInTablet | undefined {
  const { locationId } = usePortal().facts.host
  const text = useSyncExternalStore(subscribe, () => readText(keyOf(locationId)))
  return text === undefined ? undefined : tabletIn(text)
}
