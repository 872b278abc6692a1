import { useEffect } from 'react'

let tell = (): void => undefined

/** Resolves when the page's prepared first screen is hydrated, so that a navigation may replace it. */
export const firstScreenReady = new Promise<void>((resolve) => {
  tell = resolve
})

/** For the screens that the server prepares (preparedPaths). Their effects run when React has hydrated their nodes. */
export function useFirstScreenReady(): void {
  useEffect(() => tell(), [])
}
