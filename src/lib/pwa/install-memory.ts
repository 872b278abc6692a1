/** What this browser remembers of the offer to install; nothing personal. Where storage is refused it forgets, and the offer comes on a receipt only. */
const visitsKey = 'larder-visits'
const declinedKey = 'larder-install-declined'
const countedKey = 'larder-visit-counted'

type Stores = { local: Pick<Storage, 'getItem' | 'setItem'>; session: Pick<Storage, 'getItem' | 'setItem'> }

/** This browser's stores. Throws where they are refused. */
const browserStores = (): Stores => ({ local: localStorage, session: sessionStorage })

/** Visits and the refusal of the offer, in `stores`. Throws nothing. */
export function createInstallMemory(stores: () => Stores = browserStores) {
  const numberOf = (text: string | null): number | undefined =>
    text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
  return {
    /** Counts this visit, once a tab, and answers how many there were. */
    countVisit(): number {
      try {
        const { local, session } = stores()
        const before = numberOf(local.getItem(visitsKey)) ?? 0
        if (session.getItem(countedKey) !== null) return before
        session.setItem(countedKey, 'yes')
        local.setItem(visitsKey, String(before + 1))
        return before + 1
      } catch {
        return 0
      }
    },
    /** When "Not now" was tapped last (ms since the epoch). */
    declinedAt(): number | undefined {
      try {
        return numberOf(stores().local.getItem(declinedKey))
      } catch {
        return undefined
      }
    },
    decline(now: number): void {
      try {
        stores().local.setItem(declinedKey, String(now))
      } catch {
        return // It is gone for this page, and asked again at another visit.
      }
    },
  }
}
