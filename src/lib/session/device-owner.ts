import { entryNames, sessionEntries } from '#db/names.ts'
import type { Entries } from './mirror.ts'

/** Whose it is what this device keeps beside its store: how somebody eats, and the address at which they are told of their orders. */

type Ports = {
  /** Throws where the browser refuses it: then nothing is kept in it either. */
  localStorage(): Entries
}

/** The principal who signed in last. */
const owner = 'larder:owner'
/** How they ate when their session ended without them: what a guest changes after that is the guest's. */
const left = 'larder:owner-left'

/** What somebody does not eat, and their diets: no word is both. */
const eatenBy = (storage: Entries): string =>
  [storage.getItem(entryNames.avoidedAllergens), storage.getItem(entryNames.diets)].filter(Boolean).join(',')

/**
 * Somebody is signed in: what another left goes, as at signing out. What a guest chose on this device stays theirs. Answers whether there was another, whose
 * address is to be given up.
 */
export function claimDevice(ports: Ports, principal: string): boolean {
  return attempt(ports, (storage) => {
    const before = storage.getItem(owner)
    const isAnothers = before !== null && before !== principal
    const atEnd = storage.getItem(left)
    const isGuests = atEnd !== null && atEnd !== eatenBy(storage)
    if (isAnothers && !isGuests) sessionEntries.forEach((name) => storage.removeItem(name))
    storage.removeItem(left)
    storage.setItem(owner, principal)
    return isAnothers
  })
}

/** Nobody is signed in any more, and nobody signed out. */
export function noteEnd(ports: Ports): void {
  attempt(ports, (storage) => {
    if (storage.getItem(owner) !== null && storage.getItem(left) === null)
      storage.setItem(left, eatenBy(storage))
    return true
  })
}

/** Nothing personal is put there but that; what a stranger's script or an old version left under these names goes all the same. */
export function clearDevice(ports: Ports): void {
  attempt(ports, (storage) => {
    for (const name of [...sessionEntries, owner, left]) storage.removeItem(name)
    return true
  })
}

function attempt({ localStorage }: Ports, run: (storage: Entries) => boolean): boolean {
  try {
    return run(localStorage())
  } catch {
    return false // Refused here, or full.
  }
}
