/** Names that several files use, where a typo would silently find nothing. This file loads no code. */

/** This origin's store in IndexedDB. Each merchant has its own origin, and every row has its location as well. */
export const databaseName = 'larder'

/** The channel on which tabs and the worker tell each other what changed. */
export const busName = 'larder'

/** The cache of pictures, which the worker fills. */
export const pictureCache = 'larder-pictures'

/** In localStorage while a person's data is being removed from the device: meanwhile nobody may read the store. */
export const wipeMark = 'larder:wipe'

/** An empty cache with the same meaning, for the worker, which cannot read localStorage. */
export const wipeCache = 'larder-wipe'

/**
 * The keys of a tab's sessionStorage, named as in the specification (§3 *Browser session entries*), and our own. Dietary needs are in localStorage, for the
 * next visit.
 */
export const entryNames = {
  token: 'token',
  refreshToken: 'refresh_token',
  expires: 'expires',
  email: 'email',
  info: 'info',
  cart: 'cart',
  previousPath: 'previouspath',
  customAmount: 'custom_amount',
  customAmountValue: 'custom_amount_value',
  checkoutStep: 'checkout_step',
  screen: 'screen',
  orderVisit: 'order_visit',
  orderId: 'order_id',
  cardOrderReview: 'card_order_review',
  typed: 'typed',
  avoidedAllergens: 'avoided_allergens',
  diets: 'diets',
  afterSignUp: 'after_sign_up',
} as const

/** All of them: signing out removes each one. */
export const sessionEntries = Object.values(entryNames)

/** The principal of rows that belong to nobody who is signed in. */
export const guest = 'guest'
