import type { Observable } from 'dexie'
import { useEffect, useState } from 'react'
import { observeAgain } from './observe-again.ts'
import { usePortal, useSession } from './portal-context.tsx'
import type { Services } from './services.ts'

type Live<T> = { state: 'loading' } | { state: 'ready'; value: T | undefined }

/**
 * Live data from the device's store for the current person. `observe` must be a constant. Starts again when somebody else signs in; a store that fails counts
 * as empty, and the failure is logged.
 */
export function useLive<T>(
  observe: (db: Services['db'], locationId: string, principal: string) => Observable<T | undefined>,
): Live<T> {
  const { load } = usePortal()
  const session = useSession()
  const who = session.state === 'user' ? session.principal : session.state
  const [seen, setSeen] = useState<{ who: string; value: T | undefined }>()
  useEffect(() => {
    if (who === 'loading') return undefined
    let gone = false
    let stop = (): void => undefined
    void load().then((services) => {
      if (gone) return
      const listener = (value: T | undefined): void => setSeen({ who, value })
      const watching = observeAgain(observe(services.db, services.locationId, who), {
        next: listener,
        lost: (cause) => {
          // A store that was closed, for a newer build or with its page, is not a failure.
          if (!(cause instanceof Error) || cause.name !== 'DatabaseClosedError') reportError(cause)
          listener(undefined)
        },
      })
      stop = () => watching.unsubscribe()
    })
    return () => {
      gone = true
      stop()
    }
  }, [load, observe, who])
  return seen && seen.who === who ? { state: 'ready', value: seen.value } : { state: 'loading' }
}
