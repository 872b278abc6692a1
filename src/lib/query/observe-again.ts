import type { Observer } from '#db/observe.ts'

/** A store that fails once usually works again in a moment (ms); one that keeps failing is retried less often. */
const soonMs = 250
const laterMs = 5000
const maxFailures = 3

/** The part of Dexie's observables that this needs. */
export type Observed<T> = {
  subscribe(told: { next: (value: T) => void; error: (cause: unknown) => void }): Observer
}

/**
 * Observes the store, and starts again when a read fails: when a phone wakes up, one or two reads fail in Safari (UnknownError), and the last data is still
 * valid. `lost` is called once, at the third failure in a row.
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
