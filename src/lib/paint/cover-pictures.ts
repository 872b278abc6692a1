/** Borne by a picture that did not come: base.css shows nothing in its place, so that the room's own colour is what is seen. */
export const missingMark = 'data-missing'

/**
 * Covers every picture of the page that cannot be loaded, now and later, and asks for it again when the restaurant can be reached. One place for all of
 * them: a browser draws a torn picture and a frame where one is missing. `onReachable` calls each time that the restaurant is in reach again.
 */
export function coverPictures(page: Document, onReachable: (run: () => void) => void): void {
  const noteOutcome = ({ type, target }: Event): void => {
    if (target instanceof HTMLImageElement) target.toggleAttribute(missingMark, type === 'error')
  }
  // Neither event bubbles.
  page.addEventListener('error', noteOutcome, { capture: true })
  page.addEventListener('load', noteOutcome, { capture: true })
  // Those that failed before anybody listened tell it again; a drawing without a size of its own only looks like one of them.
  for (const picture of page.images) if (picture.complete && picture.naturalWidth === 0) askAgain(picture)
  onReachable(() => {
    for (const picture of page.querySelectorAll<HTMLImageElement>(`img[${missingMark}]`)) askAgain(picture)
  })
}

/** The same address set once more begins the choice of a source, and its loading, from the start. */
function askAgain(picture: HTMLImageElement): void {
  const address = picture.getAttribute('src')
  if (address) picture.setAttribute('src', address)
}
