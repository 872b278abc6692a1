/** Set on a picture that failed to load: base.css hides it, so that the background color of its frame shows. */
export const missingMark = 'data-missing'

/**
 * Hides every picture of the page that cannot be loaded, now and later, and loads it again when the restaurant can be reached. Done in one place for all of
 * them:
 * otherwise a browser draws a broken-image icon and a border. `onReachable` calls its argument each time that the restaurant becomes reachable.
 */
export function coverPictures(page: Document, onReachable: (run: () => void) => void): void {
  const noteOutcome = ({ type, target }: Event): void => {
    if (target instanceof HTMLImageElement) target.toggleAttribute(missingMark, type === 'error')
  }
  // Neither event bubbles.
  page.addEventListener('error', noteOutcome, { capture: true })
  page.addEventListener('load', noteOutcome, { capture: true })
  // Pictures that failed before the listener was added are loaded again to repeat the event; an SVG without a size of its own only looks like one of them.
  for (const picture of page.images) if (picture.complete && picture.naturalWidth === 0) askAgain(picture)
  onReachable(() => {
    for (const picture of page.querySelectorAll<HTMLImageElement>(`img[${missingMark}]`)) askAgain(picture)
  })
}

/** Setting the same address again restarts the choice of a source, and its loading. */
function askAgain(picture: HTMLImageElement): void {
  const address = picture.getAttribute('src')
  if (address) picture.setAttribute('src', address)
}
