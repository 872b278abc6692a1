/** The screen, between the bars of its shell. */
export const screenId = 'screen'

/** Brings the screen's beginning into sight, and the focus to it: within the page, without a step in the history. */
export function goToScreen(): void {
  const screen = document.getElementById(screenId)
  screen?.scrollIntoView({ block: 'start' })
  screen?.focus({ preventScroll: true })
}
