import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/** False in the server's page and in the first render over it: what comes as a file of its own, or from the address, must not be in either. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
