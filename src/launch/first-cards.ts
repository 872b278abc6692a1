import { findFirstCards, type FirstCards } from '#db/first-cards.ts'
import { entryNames, wipeMark } from '#db/names.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'

/** While another tab is changing it, the store may answer later than this (ms): the launch then continues, and the cards are read the usual way. */
const timeoutMs = 1000

/** The member's cards, where the launch leads to them, and null where it is certain that nobody is signed in; undefined everywhere else. Never rejects. */
export async function readFirstCards(
  path: string,
  locationId: string,
): Promise<FirstCards | null | undefined> {
  if (!/\/mycards(\/|$)/.test(path) || typeof indexedDB === 'undefined' || isBeingWiped()) return undefined
  const found = await withTimeout(timeoutMs, findFirstCards(indexedDB, locationId), undefined)
  return found ?? (hasOwnSession() ? undefined : found)
}

/** The tab may have a session that the store does not have (mirror.ts). */
function hasOwnSession(): boolean {
  try {
    return sessionStorage.getItem(entryNames.token) !== null
  } catch {
    return true // Refused here: whether there is one is found out the usual way.
  }
}

function isBeingWiped(): boolean {
  try {
    return localStorage.getItem(wipeMark) !== null
  } catch {
    return true // Refused here: the note is among the caches, and the cards come the long way.
  }
}
