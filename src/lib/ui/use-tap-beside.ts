import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react'

type TapBeside = {
  onPointerDown: (event: PointerEvent) => void
  onClick: (event: MouseEvent) => void
}

/**
 * Closes a dialog on a tap outside, but not on a drag that starts inside and ends outside: selecting a field's text with the mouse often ends there, and the
 * browser reports a click on the dialog.
 */
export function useTapBeside(dialog: RefObject<HTMLDialogElement | null>, onTap: () => void): TapBeside {
  const isFromInside = useRef(false)
  return {
    onPointerDown(event) {
      isFromInside.current = event.target !== dialog.current
    },
    onClick(event) {
      const isDrag = isFromInside.current
      isFromInside.current = false
      if (event.target === dialog.current && !isDrag) onTap()
    },
  }
}
