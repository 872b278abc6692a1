import { entryNames, sessionEntries } from '#db/names.ts'
import type { Entries } from './mirror.ts'

/** Who owns the personal data that this device keeps outside of its store: dietary needs, and the address for notifications about orders. */

type Ports = {
  /** Throws where the browser refuses it: then nothing is stored in it either. */
  localStorage(): Entries
}

/** The principal who last signed in. */
const owner = 'larder:owner'
/** Their dietary needs when their session ended without a sign-out: what a guest changes afterwards is the guest's. */
const left = 'larder:owner-left'

/** Avoided allergens and diets: no word is in both lists. */
const eatenBy = (storage: Entries): string =>
  [storage.getItem(entryNames.avoidedAllergens), storage.getItem(entryNames.diets)].filter(Boolean).join(',')

/**
 * Called when somebody has signed in: removes what another person left, as signing out does. What a guest chose on this device stays. Returns whether there was
 * another person, whose push address must be given up.
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

/** Nobody is signed in any longer, although nobody signed out. */
export function noteEnd(ports: Ports): void {
  attempt(ports, (storage) => {
    if (storage.getItem(owner) !== null && storage.getItem(left) === null)
      storage.setItem(left, eatenBy(storage))
    return true
  })
}

/** Apart from those, nothing personal is stored there; whatever a third-party script or an old version left under these names is removed, too. */
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
    return false // Storage is refused here, or full.
  }
}
