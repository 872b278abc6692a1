import type { EndpointName } from './endpoints.ts'
import type { Operation } from './operation.ts'
import { staffOperations } from './operations-of-staff.ts'

export type { Extension, Operation, Origin } from './operation.ts'

/**
 * A description of each call of `contract/endpoints.ts`: for the API's documentation (server/openapi), and for testing other implementations of the API
 * (conformance/). The portal does not need it, so it is kept apart from the table of calls.
 */

const money = [
  'price_changed',
  'sold_out',
  'kitchen_closed',
  'payment_declined',
  'payment_unavailable',
] as const
const paying = [
  ...money,
  'payment_paused',
  'authentication_required',
  'verification_required',
  'verification_failed',
  'already_paid',
] as const
const kitchen = ['kitchen_closed', 'sold_out', 'already_submitted'] as const
const signingIn = ['credentials_invalid', 'rate_limited'] as const
const human = ['verification_required', 'verification_failed', 'rate_limited'] as const
const ofLink = ['link_invalid', 'rate_limited'] as const
const placed = ['already_submitted', 'changed_meanwhile'] as const

/** A row for each call: a call without one does not compile. */
export const operations: Readonly<Record<EndpointName, Operation>> = {
  getLocation: { specification: ['AL-03'], summary: 'The location: its address, its settings' },
  getConfigurations: { specification: ['AL-01'], summary: 'The location’s configurations, by name' },
  listAnnouncements: { specification: ['AL-02'], summary: 'The restaurant’s announcements' },
  listMenus: { specification: ['AM-01'], summary: 'The menus to read or to order from, in display order' },
  listCategories: { specification: ['AM-02'], summary: 'A menu’s categories' },
  listItems: { specification: ['AM-03'], summary: 'A category’s dishes, without their choices' },
  getItem: { specification: ['AM-04'], summary: 'One dish with all its choices' },
  getMenuChanges: {
    extension: 'menu_changes',
    summary: 'The menu book, without the categories that the caller has already',
  },
  getMenuBook: { extension: 'menu_book', summary: 'Every menu, category and dish in one answer' },

  createTicket: {
    specification: ['AT-01'],
    summary: 'Creates an order (a GET that creates, as specified)',
    problems: ['kitchen_closed', 'rate_limited'],
  },
  getTicket: { specification: ['AT-02'], summary: 'An order: status, lines, totals' },
  addItems: { specification: ['AT-03'], summary: 'Adds lines to an order', problems: kitchen },
  changeItem: { specification: ['AT-17'], summary: 'Changes a line of an order', problems: kitchen },
  removeItem: {
    specification: ['AT-17'],
    summary: 'Removes a line of an order',
    problems: ['already_submitted'],
  },
  updateTicket: {
    specification: ['AT-04', 'AT-05', 'AT-06', 'AT-07', 'AT-08'],
    summary: 'Delivery or curbside, ready time, contact and address of an order',
    problems: kitchen,
  },
  setTip: { specification: ['AT-11'], summary: 'Sets the tip of an order', problems: ['already_submitted'] },
  applyPromoCode: {
    specification: ['AT-10'],
    summary: 'Applies a promo code to an order',
    problems: ['promo_invalid', 'already_submitted', 'rate_limited'],
  },
  redeemReward: {
    specification: ['AT-12'],
    summary: 'Applies one of the member’s rewards to an order',
    problems: [...money, 'already_submitted'],
  },
  redeemCard: {
    specification: ['AT-13'],
    summary: 'Pays with one of the member’s own gift cards',
    problems: [...money, 'insufficient_balance', 'already_paid'],
  },
  importAndRedeemCard: {
    specification: ['AT-14'],
    summary: 'Pays with a gift card by its number',
    problems: [...money, ...human, 'insufficient_balance', 'already_paid'],
  },
  releaseTenders: {
    extension: 'tender_release',
    summary: 'Takes the payments by gift cards and a reward off an order that is not placed',
    problems: ['already_paid', 'already_submitted'],
  },
  payTicket: {
    specification: ['AT-15'],
    summary: 'Charges a card with the amount due',
    problems: paying,
  },
  submitTicket: {
    specification: ['AT-16'],
    summary: 'Places an order with nothing due',
    problems: [...kitchen, 'payment_incomplete', 'price_changed'],
  },
  checkIn: { specification: ['AT-09'], summary: "I'M HERE: the guest waits at the curb", problems: placed },
  updateDelivery: {
    specification: ['AT-18'],
    summary: 'Changes the delivery or vehicle details of a placed order',
    problems: placed,
  },
  cancelTicket: {
    extension: 'guest_cancel',
    summary: 'The guest cancels an order that the kitchen has not begun',
    problems: placed,
  },
  getPushKey: { extension: 'order_push', summary: 'The public key for subscribing to push messages' },
  subscribeToOrder: {
    extension: 'order_push',
    summary: 'Subscribes this browser to push messages about an order',
  },
  unsubscribeFromOrder: { extension: 'order_push', summary: 'Ends this browser’s subscription to an order' },
  findOrderSubscription: { extension: 'order_push', summary: 'Whether this browser is still subscribed' },
  listTicketHistory: { specification: ['AT-18'], summary: 'The member’s placed orders, the newest first' },
  findOpenTicket: {
    extension: 'open_ticket',
    summary: 'The order that the member has not placed yet, and placed ones that are not over',
  },
  lookupItem: { specification: ['AT-19'], summary: 'A line of the cart with today’s name and price' },

  signIn: {
    specification: ['AU-01'],
    summary: 'Signs in by email and password',
    problems: [...signingIn, 'locked', 'second_factor_required'],
  },
  signInFacebook: {
    specification: ['AU-02'],
    summary: 'Signs in with Facebook',
    problems: [...signingIn, 'second_factor_required'],
  },
  signInGoogle: {
    specification: ['AU-03'],
    summary: 'Signs in with Google',
    problems: [...signingIn, 'second_factor_required'],
  },
  refreshToken: {
    specification: ['AU-04'],
    summary: 'New tokens for the refresh token, sent as bearer (a GET with an effect, as specified)',
    problems: ['unauthorized', 'account_deleted'],
  },
  sendPasswordReset: {
    specification: ['AU-05'],
    summary: 'Sends a reset link',
    problems: ['rate_limited'],
  },
  resetPassword: {
    specification: ['AU-06'],
    summary: 'Sets a new password by a link’s token',
    problems: ofLink,
  },
  register: { specification: ['AU-07'], summary: 'Creates an account', problems: ['link_invalid', ...human] },
  updatePassword: {
    specification: ['AU-08'],
    summary: 'Changes the password (the first version’s call)',
    problems: signingIn,
  },
  changePassword: { specification: ['AU-15'], summary: 'Changes the password', problems: signingIn },
  unlockAccount: {
    specification: ['AU-10'],
    summary: 'Unlocks, or confirms, an account by a link’s token',
    problems: ofLink,
  },
  resendUnlock: {
    specification: ['AU-11'],
    summary: 'Sends the unlock link again',
    problems: ['rate_limited'],
  },
  unlockAccountByPost: {
    extension: 'post_aliases',
    summary: 'Unlocks or confirms an account, with the token in the body',
    problems: ofLink,
  },
  checkLink: { extension: 'link_check', summary: 'Whether a mailed link still works', problems: ofLink },
  resendUnlockByPost: {
    extension: 'post_aliases',
    summary: 'Sends the unlock link again, with the email in the body',
    problems: ['rate_limited'],
  },
  getUser: { specification: ['AU-12'], summary: 'The member, with rewards' },
  listTransactions: { specification: ['AU-13'], summary: 'The member’s transactions, the newest first' },
  updateUser: {
    specification: ['AU-14'],
    summary: 'Changes the member’s details',
    problems: ['changed_meanwhile'],
  },
  createEphemeralKey: {
    specification: ['AP-07'],
    summary: 'The member’s customer at the card provider',
    problems: ['payment_unavailable'],
  },
  removeSavedCard: {
    extension: 'saved_cards',
    summary: 'Deletes a payment card that is saved at the card provider',
    problems: ['payment_unavailable'],
  },
  listSessions: { extension: 'sessions', summary: 'The devices on which the member is signed in' },
  revokeSession: { extension: 'sessions', summary: 'Signs a device out' },
  revokeByRevocationId: { extension: 'sessions', summary: 'Ends a session that was signed out offline' },
  getChallenge: {
    extension: 'human_verification',
    summary: 'A challenge of the embedded human verification',
  },

  listCards: { specification: ['AP-03'], summary: 'The member’s gift cards' },
  listCardsByPost: { specification: ['AP-02'], summary: 'The member’s gift cards (the same by POST)' },
  getCard: { specification: ['AP-04'], summary: 'A gift card with its transactions' },
  importCard: {
    specification: ['AP-05'],
    summary: 'Puts a gift card into the account, by number or claim code',
    problems: human,
  },
  getEgift: { specification: ['AP-06'], summary: 'The gift card behind a gift’s link' },
  checkBalance: {
    specification: ['AP-01'],
    summary: 'A card’s balance, with its number in the URL',
    problems: human,
  },
  checkBalanceByPost: {
    extension: 'post_aliases',
    summary: 'A card’s balance, with its number in the body',
    problems: human,
  },
  listPrograms: { specification: ['AP-08'], summary: 'The kinds of gift card that are sold' },
  startCardOrder: {
    specification: ['AP-09'],
    summary: 'Creates an order for gift cards',
    problems: ['rate_limited'],
  },
  getCardOrder: { specification: ['AP-10'], summary: 'An order for gift cards' },
  updateCardOrder: {
    specification: ['AP-10'],
    summary: 'Changes an order for gift cards: items, promo code, recipient or message',
    problems: ['promo_invalid', 'already_submitted', 'rate_limited'],
  },
  submitCardOrder: {
    specification: ['AP-11'],
    summary: 'Charges an order for gift cards and makes its cards',
    problems: [...paying, 'gift_card_limit', 'already_submitted'],
  },
  listGifts: { extension: 'gift_changes', summary: 'The gifts that the member has sent' },
  changeGift: {
    extension: 'gift_changes',
    summary: 'Changes a gift that nobody has opened',
    problems: ['changed_meanwhile'],
  },
  resendGift: {
    extension: 'gift_changes',
    summary: 'Sends a gift again',
    problems: ['changed_meanwhile', 'rate_limited'],
  },
  passCard: {
    extension: 'gift_pass_on',
    summary: 'Sends the whole balance of the member’s card as a gift',
    problems: ['insufficient_balance', 'changed_meanwhile'],
  },
  takeBackGift: {
    extension: 'gift_pass_on',
    summary: 'Takes back a card that was passed on and is not opened',
    problems: ['changed_meanwhile'],
  },
  listPhysicalProducts: { specification: ['EN-39'], summary: 'The cards that are sold by mail' },
  startPhysicalOrder: {
    specification: ['AP-12'],
    summary: 'Creates a cart of gift cards by mail',
    problems: ['rate_limited'],
  },
  getPhysicalOrder: { specification: ['AP-13'], summary: 'A cart of gift cards by mail' },
  updatePhysicalOrder: {
    specification: ['AP-13'],
    summary: 'Replaces the cart: coupon, changes, and with status Submit its checkout',
    problems: [...paying, 'gift_card_limit', 'promo_invalid', 'already_submitted'],
  },
  listWallets: { extension: 'wallet_pass', summary: 'The phone wallets that cards can be added to' },
  getWalletPass: { extension: 'wallet_pass', summary: 'The address of a card’s wallet pass' },

  withdrawPayment: {
    extension: 'payment_withdrawal',
    summary: 'The outcome of a payment whose answer was lost; withdraws one that never arrived',
  },

  inviteUser: { specification: ['AU-09'], summary: 'Invites somebody to the staff' },
  listDeviceApps: { specification: ['AD-01'], summary: 'The apps on a device' },
  getDeviceApp: { specification: ['AD-02'], summary: 'One app on a device' },
  listActivities: { specification: ['AD-03'], summary: 'The activities of an app on a device' },
  listMasterApps: { specification: ['AD-04'], summary: 'The master apps' },
  getMasterApp: { specification: ['AD-05'], summary: 'One master app' },
  createMasterApp: { specification: ['AD-06'], summary: 'Creates a master app' },
  updateMasterApp: {
    specification: ['AD-07'],
    summary: 'Changes a master app',
    problems: ['changed_meanwhile'],
  },

  getReceipt: { specification: ['AL-05'], summary: 'A receipt' },
  sendContactMessage: {
    specification: ['AL-04'],
    summary: 'Sends a message to the restaurant',
    problems: human,
  },
  searchPlaces: {
    extension: 'places',
    summary: 'Suggests addresses while one is typed',
    problems: ['rate_limited'],
  },
  getPlace: { extension: 'places', summary: 'The fields of a suggested address' },
  ...staffOperations,
  exportAccount: { extension: 'own_data', summary: 'Everything that is stored about the member' },
  deleteAccount: {
    extension: 'own_data',
    summary: 'Deletes the account, confirmed by its password',
    problems: signingIn,
  },
  listPolicyReports: { extension: 'own_data', summary: 'What browsers blocked on the restaurant’s pages' },
}

/** The requirements that a call fulfils; none for an extension. */
export const requirementsOf = (operation: Operation): readonly string[] =>
  'specification' in operation ? operation.specification : []

/** The names of the specification's calls, in the table's order. */
export const specificationCalls: readonly EndpointName[] = (Object.keys(operations) as EndpointName[]).filter(
  (name) => requirementsOf(operations[name]).length > 0,
)
