/**
 * What this browser remembers about the offer to install; nothing personal. Where storage is refused nothing is remembered, and the offer appears only on a
 * receipt.
 */
const visitsKey = 'larder-visits'
const declinedKey = 'larder-install-declined'
const countedKey = 'larder-visit-counted'

type Stores = { local: Pick<Storage, 'getItem' | 'setItem'>; session: Pick<Storage, 'getItem' | 'setItem'> }

/** This browser's storage. Throws where it is refused. */
const browserStores = (): Stores => ({ local: localStorage, session: sessionStorage })

/** Visits, and when the offer was refused, in `stores`. Never throws. */
export function createInstallMemory(stores: () => Stores = browserStores) {
  const numberOf = (text: string | null): number | undefined =>
    text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
  return {
    /** Counts this visit, once per tab, and returns the number of visits. */
    countVisit(): number {
      try {
        const { local, session } = stores()
        const before = numberOf(local.getItem(visitsKey)) ?? 0
        if (session.getItem(countedKey) !== null) return before
        session.setItem(countedKey, 'yes')
        local.setItem(visitsKey, String(before + 1))
        return before + 1
      } catch {
        return 0 // Refused, as below.
      }
    },
    /** When "Not now" was last tapped (ms since the epoch). */
    declinedAt(): number | undefined {
      try {
        return numberOf(stores().local.getItem(declinedKey))
      } catch {
        return undefined // Refused, as below.
      }
    },
    decline(now: number): void {
      try {
        stores().local.setItem(declinedKey, String(now))
      } catch {
        return // The offer is gone for this page, and made again at another visit.
      }
    },
  }
}
