import { useSyncExternalStore } from 'react'

let now = Date.now()
const hearers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => {
  now = Date.now()
  for (const hear of hearers) hear()
}

const subscribe = (hear: () => void): (() => void) => {
  hearers.add(hear)
  if (!timer) timer = setInterval(tick, 30_000)
  return () => {
    hearers.delete(hear)
    if (hearers.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** The time (ms since the epoch), renewed every half minute: enough for "open until" and "3 min ago". */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  )
