const mark = 'data-counter-first'

/** Puts the counter's early view onto the page, unless the portal was faster. */
export function showCounterFirst(dialog: HTMLDialogElement): void {
  if (document.documentElement.hasAttribute(mark)) return
  dialog.setAttribute(mark, '')
  document.body.append(dialog)
  dialog.showModal()
}

/** The portal now shows the counter itself, or something else: the early view is removed, and must not appear again. */
export function removeCounterFirst(): void {
  document.documentElement.setAttribute(mark, 'over')
  document.querySelector(`dialog[${mark}]`)?.remove()
}
