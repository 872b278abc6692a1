import { useSyncExternalStore } from 'react'
import { followReachability, reachability, type Reachability } from '#lib/ports/reachability.ts'

/** Whether the restaurant can be reached, kept up to date, for messages on a screen. The server's page and the first client render both use `reachable`. */
export const useReachability = (): Reachability =>
  useSyncExternalStore(
    followReachability,
    () => (reachability() === 'unreachable' ? 'unreachable' : 'reachable'),
    () => 'reachable',
  )
