import { useSyncExternalStore } from 'react'
import { followReachability, reachability, type Reachability } from '#lib/ports/reachability.ts'

/** Whether the restaurant can be reached, live, for words on a screen. The server's page and the first client render agree on `reachable`. */
export const useReachability = (): Reachability =>
  useSyncExternalStore(followReachability, reachability, () => 'reachable')
