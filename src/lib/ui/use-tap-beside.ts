import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react'

type TapBeside = {
  onPointerDown: (event: PointerEvent) => void
  onClick: (event: MouseEvent) => void
}

/**
 * A tap beside a dialog. A drag from inside of it to beside it is none, though it ends in a click there: whoever marks the words of a field with the
 * mouse lets go of it anywhere.
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
