const mark = 'data-counter-first'

/** Puts the counter's first look onto the page, unless the portal was quicker. */
export function showCounterFirst(dialog: HTMLDialogElement): void {
  if (document.documentElement.hasAttribute(mark)) return
  dialog.setAttribute(mark, '')
  document.body.append(dialog)
  dialog.showModal()
}

/** The portal shows the counter itself now, or something else: the first look goes, and does not come any more. */
export function removeCounterFirst(): void {
  document.documentElement.setAttribute(mark, 'over')
  document.querySelector(`dialog[${mark}]`)?.remove()
}
