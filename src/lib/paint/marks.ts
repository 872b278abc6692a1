/** Marks in the markup, for capturing the view of a screen (kept-view.ts). */

/** For an element whose text is filled in each time it is shown: the age of a copy, the time until something. */
export const liveText = { 'data-live-text': '' } as const

/** For a placeholder of something that is still loading: no view is kept of such a screen. */
export const loadingMark = { 'data-loading': '' } as const

/** For something that could not be loaded, or broke: a later launch may well have it, so no view is kept of such a screen. */
export const failedMark = { 'data-failed': '' } as const

/** For a summary of the order on a screen about something else: it is not part of the screen's view. */
export const orderGlance = { 'data-order-glance': '' } as const

/** What a screen may be about: the order of dishes, or the cart of mailed cards. */
export type BegunOrder = 'order' | 'cart'

/** For a screen that is about the order or cart itself: its view is valid as long as that has not changed. */
export const ofOrder = (about: BegunOrder) => ({ 'data-of-order': about }) as const

/** For an answer to what was just typed or chosen and is not stored anywhere: it is gone at a later launch, so it is left out of the view. */
export const transientMark = { 'data-once': '' } as const

/**
 * For buttons on which each tap counts, such as those that increase a number: of other buttons, only the last tap before the portal has started is performed.
 */
export const eachTap = { 'data-each-tap': '' } as const
