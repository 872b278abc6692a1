/** The screen, between the bars of its shell. */
export const screenId = 'screen'

/** Null where there is none: the kitchen has no shell. */
export const findScreen = (): HTMLElement | null => document.getElementById(screenId)

/** The focus goes to the screen, where what had it is about to go: to where the eye is, and not to nowhere. */
export const focusScreen = (): void => findScreen()?.focus({ preventScroll: true })

/** Brings the screen's beginning into sight, and the focus to it: within the page, without a step in the history, also from a link. */
export function goToScreen(click?: { preventDefault(): void }): void {
  click?.preventDefault()
  findScreen()?.scrollIntoView()
  focusScreen()
}
