import { type RefObject, useEffect, useRef } from 'react'

/** Focuses an element when it appears, where it replaces the focused one: keyboards and screen readers continue from there. It needs `tabIndex={-1}`. */
export function useFocusOnMount<T extends HTMLElement>(): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return place
}
