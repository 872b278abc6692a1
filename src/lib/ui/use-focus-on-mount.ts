import { type RefObject, useEffect, useRef } from 'react'

/** Gives what takes the focus as it appears, where it takes the place of what had it: keyboards and screen readers go on from there. It needs `tabIndex={-1}`. */
export function useFocusOnMount<T extends HTMLElement>(): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return place
}
