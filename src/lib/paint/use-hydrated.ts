import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/** False in the server's page and in the first render over it: content from a chunk of its own, or from the address, must be in neither. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
