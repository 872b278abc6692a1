import type { EndpointName } from './endpoints.ts'
import type { Operation } from './operation.ts'

/** The calls for staff: kitchen, tablets, people, gift cards, second factors. All are extensions. */
export const staffOperations = {
  getKitchen: { extension: 'kitchen', summary: 'The orders in the kitchen' },
  switchKitchen: { extension: 'kitchen', summary: 'Lets new orders go to the kitchen, or wait' },
  pauseOrders: { extension: 'order_pause', summary: 'Takes no new orders for a while, or takes them again' },
  sellOut: {
    extension: 'sold_out_today',
    summary: 'Says that a dish has run out, or that there is more of it',
  },
  moveKitchenOrder: {
    extension: 'kitchen',
    summary: 'Moves an order on, or cancels it',
    problems: ['changed_meanwhile', 'payment_unavailable'],
  },
  refundKitchenOrder: {
    extension: 'refunds',
    summary: 'Gives a part of an order back',
    problems: ['changed_meanwhile', 'price_changed'],
  },

  findCards: { extension: 'staff_cards', summary: 'Gift cards and their orders, by number, email or order' },
  getStaffCard: { extension: 'staff_cards', summary: 'A gift card, what moved on it and what can be done' },
  holdCard: {
    extension: 'staff_cards',
    summary: 'Keeps a gift card from being spent',
    problems: ['changed_meanwhile'],
  },
  releaseCard: {
    extension: 'staff_cards',
    summary: 'Takes the staff’s hold off a gift card',
    problems: ['changed_meanwhile'],
  },
  voidCard: {
    extension: 'staff_cards',
    summary: 'Ends a gift card, with what is on it',
    problems: ['changed_meanwhile'],
  },
  reissueCard: {
    extension: 'staff_cards',
    summary: 'Moves what is on a gift card to a new number',
    problems: ['changed_meanwhile'],
  },
  getStaffCardOrder: {
    extension: 'staff_cards',
    summary: 'An order for gift cards, and what of it can go back',
  },
  refundCardOrder: {
    extension: 'staff_cards',
    summary: 'Gives the unspent part of an order for gift cards back',
    problems: ['changed_meanwhile'],
  },

  findOrders: {
    extension: 'staff_orders',
    summary: 'Placed orders of any age, by number, phone, email or day',
  },
  getStaffOrder: { extension: 'staff_orders', summary: 'A placed order, and what of it can go back' },

  listFailedRefunds: { extension: 'failed_refunds', summary: 'Refunds that a bank sent back' },
  settleFailedRefund: {
    extension: 'failed_refunds',
    summary: 'Sends one again, or says that it was paid another way',
    problems: ['changed_meanwhile'],
  },

  listStaff: { extension: 'staff', summary: 'Who works there' },
  changeStaffRole: {
    extension: 'staff',
    summary: 'Changes what somebody may do',
    problems: ['changed_meanwhile'],
  },
  listActs: { extension: 'staff', summary: 'What was done that moves money or powers' },
  listTablets: { extension: 'staff', summary: 'The kitchen’s tablets' },
  makeTabletCode: { extension: 'staff', summary: 'A code that signs a tablet in' },
  signOutTablet: { extension: 'staff', summary: 'Signs a tablet out' },
  signInTablet: {
    extension: 'staff',
    summary: 'A tablet signs in with a code',
    problems: ['link_invalid', 'rate_limited'],
  },
  leaveTablet: { extension: 'staff', summary: 'A tablet signs itself out' },

  signInSecondStep: {
    extension: 'second_factor',
    summary: 'Signs staff in who have shown a second factor',
    problems: ['credentials_invalid', 'link_invalid', 'rate_limited'],
  },
  beginStepUp: { extension: 'second_factor', summary: 'What is to be shown before money or powers move' },
  stepUp: {
    extension: 'second_factor',
    summary: 'Shows it, for five minutes',
    problems: ['credentials_invalid', 'link_invalid', 'rate_limited'],
  },
  getSecurity: {
    extension: 'second_factor',
    summary: 'One’s own passkeys, authenticator app and recovery codes',
  },
  beginPasskey: { extension: 'second_factor', summary: 'What a new passkey is made from' },
  addPasskey: { extension: 'second_factor', summary: 'Adds a passkey', problems: ['link_invalid'] },
  renamePasskey: { extension: 'second_factor', summary: 'Names a passkey' },
  removePasskey: { extension: 'second_factor', summary: 'Takes a passkey away' },
  beginApp: { extension: 'second_factor', summary: 'The key for an authenticator app' },
  addApp: {
    extension: 'second_factor',
    summary: 'Adds an authenticator app, after a code of its',
    problems: ['credentials_invalid', 'link_invalid', 'rate_limited'],
  },
  removeApp: { extension: 'second_factor', summary: 'Takes the authenticator app away' },
  makeRecoveryCodes: { extension: 'second_factor', summary: 'Ten new recovery codes' },
  takeSecondFactors: {
    extension: 'second_factor',
    summary: 'Takes somebody’s second factors away who lost them',
    problems: ['changed_meanwhile'],
  },
} as const satisfies Partial<Record<EndpointName, Operation>>
