import type { Observer } from '#db/observe.ts'

/** A store that stumbles is there again in a moment (ms); one that stays away is looked for seldom. */
const soonMs = 250
const laterMs = 5000
const maxFailures = 3

/** What Dexie's observables are of, as far as this needs them. */
export type Observed<T> = {
  subscribe(told: { next: (value: T) => void; error: (cause: unknown) => void }): Observer
}

/**
 * Observes what the store holds, and begins anew when a reading fails: as a phone wakes up, Safari fails one or two (UnknownError), and what was last
 * heard of still holds. `lost` hears of the third in a row, once.
 */
export function observeAgain<T>(
  observable: Observed<T>,
  { next, lost }: { next: (value: T) => void; lost: (cause: unknown) => void },
): Observer {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let watching: Observer | undefined
  const begin = (): void => {
    watching?.unsubscribe()
    watching = observable.subscribe({
      next: (value) => {
        failures = 0
        next(value)
      },
      error: (cause: unknown) => {
        failures++
        if (failures === maxFailures) lost(cause)
        clearTimeout(timer)
        timer = setTimeout(begin, failures < maxFailures ? soonMs : laterMs)
      },
    })
  }
  begin()
  return {
    unsubscribe() {
      clearTimeout(timer)
      watching?.unsubscribe()
    },
  }
}
