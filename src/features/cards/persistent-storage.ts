import { useEffect } from 'react'

const askedKey = 'larder:storage-asked'

/**
 * Asks the browser, once per device, not to evict this site's storage: a member with cards relies on them at the counter. Only when nothing else is going on,
 * because some browsers ask the user.
 */
export function usePersistentStorage(hasCards: boolean): void {
  useEffect(() => {
    if (!hasCards) return undefined
    const timer = setTimeout(() => void askOnce(), 3000)
    return () => clearTimeout(timer)
  }, [hasCards])
}

async function askOnce(): Promise<void> {
  try {
    if (localStorage.getItem(askedKey) !== null || (await navigator.storage.persisted())) return
    localStorage.setItem(askedKey, 'yes')
    await navigator.storage.persist()
  } catch {
    return // No storage to ask for, or none to remember the question in: the cards are as safe as the browser makes them.
  }
}
