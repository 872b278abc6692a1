/** Marks in the markup, for who keeps a view of a screen (kept-view.ts). */

/** What is filled in anew by whoever shows it: the age of a copy, the time until something. Marks the element whose text that is. */
export const liveText = { 'data-live-text': '' } as const

/** Bears this while it stands for something that has not come yet: no view is kept of such a screen. */
export const loadingMark = { 'data-loading': '' } as const

/** Bears this where it stands for what could not be had, or broke: a later launch may well have it, so no view is kept of such a screen. */
export const failedMark = { 'data-failed': '' } as const

/** What a screen about something else says of the order, at a glance: it is no part of the screen's view. */
export const orderGlance = { 'data-order-glance': '' } as const

/** What a screen may be about: the order of dishes, or the cart of cards by post. */
export type BegunOrder = 'order' | 'cart'

/** Bears this where the screen is about what is begun itself: its view counts as long as that is as it was. */
export const ofOrder = (about: BegunOrder) => ({ 'data-of-order': about }) as const

/** Bears this where it answers what was typed or chosen just now, which nothing has kept: nobody finds it at a later launch, so no view has it either. */
export const transientMark = { 'data-once': '' } as const

/** Bears this where each tap counts, as on what makes a number one more: of other buttons a tap before the portal is alive means the last one alone. */
export const eachTap = { 'data-each-tap': '' } as const
