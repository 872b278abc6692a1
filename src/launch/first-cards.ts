import { findFirstCards, type FirstCards } from '#db/first-cards.ts'
import { wipeMark } from '#db/names.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'

/** While another tab is changing it, the store may answer later than this (ms): the launch then continues, and the cards are read the usual way. */
const timeoutMs = 1000

/** The member's cards, where the launch leads to them; undefined everywhere else. Never rejects. */
export async function readFirstCards(path: string, locationId: string): Promise<FirstCards | undefined> {
  if (!/\/mycards(\/|$)/.test(path) || typeof indexedDB === 'undefined' || isBeingWiped()) return undefined
  return await withTimeout(timeoutMs, findFirstCards(indexedDB, locationId), undefined)
}

function isBeingWiped(): boolean {
  try {
    return localStorage.getItem(wipeMark) !== null
  } catch {
    return true // Refused here: the note is among the caches, and the cards come the long way.
  }
}
