/** Gives the focus to `place`, which must be focusable (`tabIndex={-1}`), where what had it has left the page. */
export function takeLostFocus(place: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (document.activeElement === document.body) place?.focus(options)
}
