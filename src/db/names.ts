/** Names that more than one file goes by, where a second spelling would find nothing and say nothing. This file brings no code along. */

/** This origin's store in IndexedDB. Merchants have origins of their own, and every row bears its location besides. */
export const databaseName = 'larder'

/** The channel on which tabs and the worker tell each other what changed. */
export const busName = 'larder'

/** The cache of pictures, which the worker fills. */
export const pictureCache = 'larder-pictures'

/** In localStorage while the device is being emptied of a person: what stands in the store then is nobody's to read. */
export const wipeMark = 'larder:wipe'

/** A cache with nothing in it: there meanwhile, too, for the worker, which reads no localStorage. */
export const wipeCache = 'larder-wipe'

/**
 * What a tab keeps in sessionStorage of whoever uses it, by the specification's names (§3 *Browser session entries*) and our own; what somebody does not
 * eat stands in localStorage, for the next visit.
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
  cardOrderReview: 'card_order_review',
  typed: 'typed',
  avoidedAllergens: 'avoided_allergens',
  diets: 'diets',
  afterSignUp: 'after_sign_up',
} as const

/** All of them: signing out removes each. */
export const sessionEntries = Object.values(entryNames)

/** Whose rows those are that nobody has signed in for. */
export const guest = 'guest'
