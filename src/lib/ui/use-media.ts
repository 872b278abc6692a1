import { useSyncExternalStore } from 'react'
import { breakpoint } from '#lib/theme/tokens.ts'

/** §9: the minimum width of a computer's screen. */
export const computerScreen = `(min-width: ${breakpoint.computer})`
export const reducedMotion = '(prefers-reduced-motion: reduce)'

/** Whether a media query matches, kept up to date. False where it cannot be evaluated. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      if (typeof matchMedia === 'undefined') return () => undefined
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => typeof matchMedia !== 'undefined' && matchMedia(query).matches,
    () => false,
  )
}
