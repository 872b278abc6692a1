/**
 * A tap beside a dialog closes it: a click on the dialog itself. A drag that begins inside and ends beside is reported as one, too, on what holds both ends, and
 * marking words with the mouse often ends there. Those clicks reach nobody, in any dialog.
 */
export function ignoreDragsBeside(page: Document): void {
  let from: EventTarget | null = null
  page.addEventListener('pointerdown', ({ target }) => void (from = target), { capture: true, passive: true })
  page.addEventListener(
    'click',
    (event) => {
      const isDrag = from !== null && from !== event.target
      from = null
      if (isDrag && event.target instanceof HTMLDialogElement) event.stopPropagation()
    },
    { capture: true },
  )
}
