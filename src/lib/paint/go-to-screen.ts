/** The screen's element, between the bars of the layout. */
export const screenId = 'screen'

/** Null where there is none: the kitchen has no layout around it. */
export const findScreen = (): HTMLElement | null => document.getElementById(screenId)

/** Moves the focus to the screen when the focused element is about to disappear, so that it is not lost. */
export const focusScreen = (): void => findScreen()?.focus({ preventScroll: true })

/** Scrolls to the top of the screen and focuses it, without a step in the history, even when called from a link. */
export function goToScreen(click?: { preventDefault(): void }): void {
  click?.preventDefault()
  findScreen()?.scrollIntoView()
  focusScreen()
}
