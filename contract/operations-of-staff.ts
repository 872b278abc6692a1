import type { EndpointName } from './endpoints.ts'
import type { Operation } from './operation.ts'

/** The calls for staff: kitchen, tablets, people, gift cards, second factors. All are extensions. */
export const staffOperations = {
  getKitchen: { extension: 'kitchen', summary: 'The orders in the kitchen' },
  switchKitchen: { extension: 'kitchen', summary: 'Switches whether new orders go to the kitchen, or wait' },
  pauseOrders: { extension: 'order_pause', summary: 'Pauses new orders for a while, or ends the pause' },
  sellOut: {
    extension: 'sold_out_today',
    summary: 'Marks a dish as sold out, or as available again',
  },
  moveKitchenOrder: {
    extension: 'kitchen',
    summary: 'Changes an order’s status, or cancels it',
    problems: ['changed_meanwhile', 'payment_unavailable'],
  },
  refundKitchenOrder: {
    extension: 'refunds',
    summary: 'Refunds a part of an order',
    problems: ['changed_meanwhile', 'price_changed'],
  },

  findCards: {
    extension: 'staff_cards',
    summary: 'Finds gift cards and their orders, by number, email or order',
  },
  getStaffCard: {
    extension: 'staff_cards',
    summary: 'A gift card, its transactions, and what staff can do with it',
  },
  holdCard: {
    extension: 'staff_cards',
    summary: 'Puts a gift card on hold',
    problems: ['changed_meanwhile'],
  },
  releaseCard: {
    extension: 'staff_cards',
    summary: 'Takes the staff’s hold off a gift card',
    problems: ['changed_meanwhile'],
  },
  voidCard: {
    extension: 'staff_cards',
    summary: 'Voids a gift card, with its balance',
    problems: ['changed_meanwhile'],
  },
  reissueCard: {
    extension: 'staff_cards',
    summary: 'Moves a gift card’s balance to a new card',
    problems: ['changed_meanwhile'],
  },
  getStaffCardOrder: {
    extension: 'staff_cards',
    summary: 'An order for gift cards, and what of it can be refunded',
  },
  refundCardOrder: {
    extension: 'staff_cards',
    summary: 'Refunds the unspent part of an order for gift cards',
    problems: ['changed_meanwhile'],
  },

  findOrders: {
    extension: 'staff_orders',
    summary: 'Finds placed orders of any age, by number, phone, email or day',
  },
  getStaffOrder: { extension: 'staff_orders', summary: 'A placed order, and what of it can be refunded' },

  listFailedRefunds: { extension: 'failed_refunds', summary: 'Refunds that a bank returned' },
  settleFailedRefund: {
    extension: 'failed_refunds',
    summary: 'Sends a returned refund again, or marks it as paid another way',
    problems: ['changed_meanwhile'],
  },

  listStaff: { extension: 'staff', summary: 'The restaurant’s staff' },
  changeStaffRole: {
    extension: 'staff',
    summary: 'Changes a person’s role',
    problems: ['changed_meanwhile'],
  },
  listActs: {
    extension: 'staff',
    summary: 'The activity log: acts of staff that moved money or changed permissions',
  },
  listTablets: { extension: 'staff', summary: 'The kitchen’s tablets' },
  makeTabletCode: { extension: 'staff', summary: 'Creates a code with which a tablet signs in' },
  signOutTablet: { extension: 'staff', summary: 'Signs a tablet out' },
  signInTablet: {
    extension: 'staff',
    summary: 'A tablet signs in with a code',
    problems: ['link_invalid', 'rate_limited'],
  },
  leaveTablet: { extension: 'staff', summary: 'A tablet signs itself out' },

  signInSecondStep: {
    extension: 'second_factor',
    summary: 'The second step of signing in: staff prove a second factor',
    problems: ['credentials_invalid', 'link_invalid', 'rate_limited'],
  },
  beginStepUp: {
    extension: 'second_factor',
    summary: 'Begins the proof of identity that moving money or changing permissions needs',
  },
  stepUp: {
    extension: 'second_factor',
    summary: 'Proves the person’s identity, for five minutes',
    problems: ['credentials_invalid', 'link_invalid', 'rate_limited'],
  },
  getSecurity: {
    extension: 'second_factor',
    summary: 'The person’s own passkeys, authenticator app and recovery codes',
  },
  beginPasskey: { extension: 'second_factor', summary: 'The options for creating a passkey' },
  addPasskey: { extension: 'second_factor', summary: 'Adds a passkey', problems: ['link_invalid'] },
  renamePasskey: { extension: 'second_factor', summary: 'Names a passkey' },
  removePasskey: { extension: 'second_factor', summary: 'Removes a passkey' },
  beginApp: { extension: 'second_factor', summary: 'The secret key for an authenticator app' },
  addApp: {
    extension: 'second_factor',
    summary: 'Adds an authenticator app, after a code that it shows',
    problems: ['credentials_invalid', 'link_invalid', 'rate_limited'],
  },
  removeApp: { extension: 'second_factor', summary: 'Removes the authenticator app' },
  makeRecoveryCodes: { extension: 'second_factor', summary: 'Ten new recovery codes' },
  takeSecondFactors: {
    extension: 'second_factor',
    summary: 'Removes the second factors of a person who has lost them',
    problems: ['changed_meanwhile'],
  },
} as const satisfies Partial<Record<EndpointName, Operation>>
