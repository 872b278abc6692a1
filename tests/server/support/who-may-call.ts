import type { EndpointName } from '#contract/endpoints.ts'
import type { StaffRole } from '#contract/rules/roles.ts'

/**
 * Who may make each call, and which calls move money or powers: repeated here independently of the contract, so that nobody
 * changes it by accident. A new call without a row does not compile.
 */

/**
 * The least privileged caller. `anonymous`: everybody, without identifying the caller. `guest`: everybody, identified. `staff`:
 * every member of the staff, for their own account.
 */
export type Least = 'anonymous' | 'guest' | 'member' | 'staff' | StaffRole
type Row = {
  least: Least
  /** The call moves money or powers: it needs at least a manager (except `staff`), asks for a step-up, and leaves one audit row. */
  sensitive: boolean | 'cancelling'
}

export const whoMayCall = {
  getLocation: { least: 'anonymous', sensitive: false },
  getConfigurations: { least: 'anonymous', sensitive: false },
  listAnnouncements: { least: 'anonymous', sensitive: false },
  listMenus: { least: 'anonymous', sensitive: false },
  listCategories: { least: 'anonymous', sensitive: false },
  listItems: { least: 'anonymous', sensitive: false },
  getItem: { least: 'anonymous', sensitive: false },
  getMenuChanges: { least: 'anonymous', sensitive: false },
  getMenuBook: { least: 'anonymous', sensitive: false },
  createTicket: { least: 'guest', sensitive: false },
  getTicket: { least: 'guest', sensitive: false },
  addItems: { least: 'guest', sensitive: false },
  changeItem: { least: 'guest', sensitive: false },
  removeItem: { least: 'guest', sensitive: false },
  updateTicket: { least: 'guest', sensitive: false },
  setTip: { least: 'guest', sensitive: false },
  applyPromoCode: { least: 'guest', sensitive: false },
  redeemReward: { least: 'member', sensitive: false },
  redeemCard: { least: 'member', sensitive: false },
  importAndRedeemCard: { least: 'guest', sensitive: false },
  releaseTenders: { least: 'guest', sensitive: false },
  payTicket: { least: 'guest', sensitive: false },
  submitTicket: { least: 'guest', sensitive: false },
  checkIn: { least: 'guest', sensitive: false },
  updateDelivery: { least: 'guest', sensitive: false },
  cancelTicket: { least: 'guest', sensitive: false },
  getPushKey: { least: 'anonymous', sensitive: false },
  subscribeToOrder: { least: 'guest', sensitive: false },
  unsubscribeFromOrder: { least: 'guest', sensitive: false },
  findOrderSubscription: { least: 'guest', sensitive: false },
  listTicketHistory: { least: 'member', sensitive: false },
  findOpenTicket: { least: 'member', sensitive: false },
  lookupItem: { least: 'anonymous', sensitive: false },
  signIn: { least: 'anonymous', sensitive: false },
  signInFacebook: { least: 'anonymous', sensitive: false },
  signInGoogle: { least: 'anonymous', sensitive: false },
  refreshToken: { least: 'anonymous', sensitive: false },
  sendPasswordReset: { least: 'anonymous', sensitive: false },
  resetPassword: { least: 'anonymous', sensitive: false },
  register: { least: 'anonymous', sensitive: false },
  updatePassword: { least: 'member', sensitive: false },
  changePassword: { least: 'member', sensitive: false },
  unlockAccount: { least: 'anonymous', sensitive: false },
  resendUnlock: { least: 'anonymous', sensitive: false },
  unlockAccountByPost: { least: 'anonymous', sensitive: false },
  checkLink: { least: 'anonymous', sensitive: false },
  resendUnlockByPost: { least: 'anonymous', sensitive: false },
  getUser: { least: 'member', sensitive: false },
  listTransactions: { least: 'member', sensitive: false },
  updateUser: { least: 'member', sensitive: false },
  createEphemeralKey: { least: 'member', sensitive: false },
  removeSavedCard: { least: 'member', sensitive: false },
  listSessions: { least: 'member', sensitive: false },
  revokeSession: { least: 'member', sensitive: false },
  revokeByRevocationId: { least: 'anonymous', sensitive: false },
  getChallenge: { least: 'anonymous', sensitive: false },
  listCards: { least: 'member', sensitive: false },
  listCardsByPost: { least: 'member', sensitive: false },
  getCard: { least: 'member', sensitive: false },
  importCard: { least: 'member', sensitive: false },
  getEgift: { least: 'anonymous', sensitive: false },
  checkBalance: { least: 'guest', sensitive: false },
  checkBalanceByPost: { least: 'guest', sensitive: false },
  listPrograms: { least: 'anonymous', sensitive: false },
  startCardOrder: { least: 'guest', sensitive: false },
  getCardOrder: { least: 'guest', sensitive: false },
  updateCardOrder: { least: 'guest', sensitive: false },
  submitCardOrder: { least: 'guest', sensitive: false },
  listGifts: { least: 'member', sensitive: false },
  changeGift: { least: 'guest', sensitive: false },
  resendGift: { least: 'guest', sensitive: false },
  passCard: { least: 'member', sensitive: false },
  takeBackGift: { least: 'member', sensitive: false },
  listPhysicalProducts: { least: 'anonymous', sensitive: false },
  startPhysicalOrder: { least: 'guest', sensitive: false },
  getPhysicalOrder: { least: 'guest', sensitive: false },
  updatePhysicalOrder: { least: 'guest', sensitive: false },
  withdrawPayment: { least: 'guest', sensitive: false },
  inviteUser: { least: 'owner', sensitive: true },
  listDeviceApps: { least: 'manager', sensitive: false },
  getDeviceApp: { least: 'manager', sensitive: false },
  listActivities: { least: 'manager', sensitive: false },
  listMasterApps: { least: 'manager', sensitive: false },
  getMasterApp: { least: 'manager', sensitive: false },
  createMasterApp: { least: 'manager', sensitive: false },
  updateMasterApp: { least: 'manager', sensitive: false },
  getReceipt: { least: 'guest', sensitive: false },
  searchPlaces: { least: 'anonymous', sensitive: false },
  getPlace: { least: 'anonymous', sensitive: false },
  sendContactMessage: { least: 'guest', sensitive: false },
  getKitchen: { least: 'kitchen', sensitive: false },
  switchKitchen: { least: 'manager', sensitive: false },
  pauseOrders: { least: 'manager', sensitive: false },
  sellOut: { least: 'kitchen', sensitive: false },
  moveKitchenOrder: { least: 'kitchen', sensitive: 'cancelling' },
  refundKitchenOrder: { least: 'manager', sensitive: true },
  signInSecondStep: { least: 'anonymous', sensitive: false },
  beginStepUp: { least: 'staff', sensitive: false },
  stepUp: { least: 'staff', sensitive: false },
  getSecurity: { least: 'staff', sensitive: false },
  beginPasskey: { least: 'staff', sensitive: false },
  addPasskey: { least: 'staff', sensitive: true },
  renamePasskey: { least: 'staff', sensitive: false },
  removePasskey: { least: 'staff', sensitive: true },
  beginApp: { least: 'staff', sensitive: false },
  addApp: { least: 'staff', sensitive: true },
  removeApp: { least: 'staff', sensitive: true },
  makeRecoveryCodes: { least: 'staff', sensitive: true },
  takeSecondFactors: { least: 'owner', sensitive: true },
  listStaff: { least: 'owner', sensitive: false },
  changeStaffRole: { least: 'owner', sensitive: true },
  listActs: { least: 'owner', sensitive: false },
  listTablets: { least: 'manager', sensitive: false },
  makeTabletCode: { least: 'manager', sensitive: true },
  signOutTablet: { least: 'manager', sensitive: false },
  signInTablet: { least: 'anonymous', sensitive: false },
  leaveTablet: { least: 'anonymous', sensitive: false },
  findCards: { least: 'manager', sensitive: false },
  getStaffCard: { least: 'manager', sensitive: false },
  holdCard: { least: 'manager', sensitive: true },
  releaseCard: { least: 'manager', sensitive: true },
  voidCard: { least: 'manager', sensitive: true },
  reissueCard: { least: 'manager', sensitive: true },
  getStaffCardOrder: { least: 'manager', sensitive: false },
  refundCardOrder: { least: 'manager', sensitive: true },
  findOrders: { least: 'manager', sensitive: false },
  getStaffOrder: { least: 'manager', sensitive: false },
  listFailedRefunds: { least: 'manager', sensitive: false },
  settleFailedRefund: { least: 'manager', sensitive: true },
  listWallets: { least: 'anonymous', sensitive: false },
  getWalletPass: { least: 'guest', sensitive: false },
  exportAccount: { least: 'member', sensitive: false },
  deleteAccount: { least: 'member', sensitive: false },
  listPolicyReports: { least: 'manager', sensitive: false },
} as const satisfies Record<EndpointName, Row>

/** All calls that a kitchen's tablet may make, beside the `anonymous` ones. */
export const tabletCalls = [
  'getKitchen',
  'moveKitchenOrder',
  'sellOut',
] as const satisfies readonly EndpointName[]

/** The calls that move money or powers. */
export type SensitiveCall = {
  [N in EndpointName]: (typeof whoMayCall)[N]['sensitive'] extends false ? never : N
}[EndpointName]

/** The calls that move money or powers, by the table above. */
export const sensitiveCalls = (Object.entries(whoMayCall) as [EndpointName, Row][])
  .filter(([, { sensitive }]) => sensitive !== false)
  .map(([name]) => name as SensitiveCall)
