import { useEffect } from 'react'

let tell = (): void => undefined

/** Resolves when the first screen that the page brought is alive: its markup has become this tree, and a navigation may replace it. */
export const firstScreenReady = new Promise<void>((resolve) => {
  tell = resolve
})

/** For the screens that the server prepares (preparedPaths). Their effects run when React has taken their nodes over. */
export function useFirstScreenReady(): void {
  useEffect(() => tell(), [])
}
