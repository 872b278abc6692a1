import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { observeAgain, type Observed } from '#lib/query/observe-again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Told = { next(value: number): void; error(cause: unknown): void }

/** A database observable that the test controls. */
function playedStore() {
  const store = { told: undefined as Told | undefined, open: 0 }
  const observable: Observed<number> = {
    subscribe(observer: Told) {
      store.told = observer
      store.open++
      return { unsubscribe: () => void store.open-- }
    },
  }
  return { store, observable }
}

describe('observing a store that fails', () => {
  it('reports it once, keeps trying, and continues when the store is back', async () => {
    const { store, observable } = playedStore()
    const heard: unknown[] = []
    observeAgain(observable, { next: (value) => heard.push(value), lost: (cause) => heard.push(cause) })
    for (const waitMs of [250, 250, 5000, 5000]) {
      store.told!.error('gone')
      await vi.advanceTimersByTimeAsync(waitMs)
    }
    store.told!.next(1)
    expect([heard, store.open]).toEqual([['gone', 1], 1])
  })

  it('counts again after each read, and stops trying once it is ended', async () => {
    const { store, observable } = playedStore()
    const heard: unknown[] = []
    const watching = observeAgain(observable, {
      next: (value) => heard.push(value),
      lost: (cause) => heard.push(cause),
    })
    for (const value of [1, 2, 3]) {
      store.told!.error('gone')
      await vi.advanceTimersByTimeAsync(250)
      store.told!.next(value)
    }
    store.told!.error('gone')
    watching.unsubscribe()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([heard, store.open]).toEqual([[1, 2, 3], 0])
  })
})
