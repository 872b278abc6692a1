import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { featureNames } from '#contract/rules/feature-names.ts'
import { cardOrderFeatures, type FeatureName, isOn } from '#contract/rules/features.ts'
import type { Database } from '#server/db/database.ts'
import { ProblemError } from './problems.ts'

/**
 * Refuses, before anything else, what a restaurant has switched off: one table of every call and the features that it needs (decision 038). The rule behind the
 * rows: whatever starts something or takes money needs its feature; whatever shows, finishes, reduces or refunds what somebody already has never does.
 */

/** A location's checkout options, from `ordering` in its file. */
type OrderingOption = 'delivery' | 'curbside' | 'pickup' | 'orderAhead' | 'giftCardTips' | 'guestCancel'
export type SwitchName = FeatureName | OrderingOption

export type SwitchRow = {
  /** Refused with 403 not_offered while one of these is off. May read the body, which is not validated yet. */
  needs?: readonly FeatureName[] | ((body: unknown) => readonly FeatureName[])
  /** True where a ticket with a payment, made or under way, may still be finished. */
  finishes?: true
  /** Parts of the body or the answer that switches control. The module of the part enforces it; the table's test demands each one. */
  parts?: Readonly<Record<string, readonly SwitchName[]>>
}

const always: SwitchRow = {}
const needs = (...names: FeatureName[]): SwitchRow => ({ needs: names })
const ordering = needs('onlineOrders')
const account = needs('myAccount')
const handover = {
  use_delivery: ['delivery'],
  use_curbside: ['curbside'],
  ready_time_v2: ['orderAhead'],
} as const
const cardOrderTypes = Object.values(cardOrderFeatures)

const hasField = (body: unknown, field: string): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && field in body

/** The switches of every call of the API: a new one does not compile without its row. */
export const switchTable: Readonly<Record<EndpointName, SwitchRow>> = {
  getLocation: always,
  getConfigurations: {
    parts: {
      about_page: ['about'],
      catering_page: ['catering'],
      gallery_page: ['gallery'],
      read_only_non_pos_page: ['nonPosMenu'],
      reward_page: ['rewards'],
    },
  },
  listAnnouncements: always,
  // Menus of a kind that is not offered are an empty list: the portal requests both kinds on every page.
  listMenus: { parts: { browse: ['dishesToRead'], order: ['onlineOrders'] } },
  getMenuBook: { parts: { browse: ['dishesToRead'], order: ['onlineOrders'] } },
  getMenuChanges: { parts: { browse: ['dishesToRead'], order: ['onlineOrders'] } },
  listCategories: { parts: { browse: ['dishesToRead'], order: ['onlineOrders'] } },
  listItems: { parts: { browse: ['dishesToRead'], order: ['onlineOrders'] } },
  getItem: { parts: { browse: ['dishesToRead'], order: ['onlineOrders'] } },

  createTicket: ordering,
  getTicket: {
    parts: {
      reward_can_be_used: ['rewards'],
      settings: ['delivery', 'curbside', 'pickup', 'orderAhead', 'giftCardTips'],
    },
  },
  addItems: ordering,
  changeItem: ordering,
  // Removing something from an order, a line, a gift card or a reward, is never refused.
  removeItem: always,
  releaseTenders: always,
  // The check-in of a placed order is the same call (§7).
  updateTicket: {
    needs: (body) => (hasField(body, 'recipient_checked_in') ? [] : ['onlineOrders']),
    parts: handover,
  },
  setTip: ordering,
  applyPromoCode: { ...ordering, parts: { promo_code: ['promoCodes'] } },
  redeemReward: needs('onlineOrders', 'rewards'),
  redeemCard: {
    ...needs('onlineOrders', 'giftCardPayments'),
    finishes: true,
    parts: { tip: ['giftCardTips'] },
  },
  importAndRedeemCard: { ...needs('onlineOrders', 'giftCardPayments'), finishes: true },
  payTicket: { ...ordering, finishes: true, parts: handover },
  submitTicket: { ...ordering, finishes: true },
  withdrawPayment: always,
  checkIn: always,
  updateDelivery: always,
  // Whether guests may cancel is the restaurant's `guest_cancel` (modules/tickets/cancel.ts).
  cancelTicket: { parts: { order: ['guestCancel'] } },
  // Following one's own order by push is not a separate feature.
  getPushKey: always,
  subscribeToOrder: always,
  unsubscribeFromOrder: always,
  findOrderSubscription: always,
  // The switch controls the list; each order can still be read by its id.
  listTicketHistory: needs('ticketHistory'),
  findOpenTicket: always,
  lookupItem: always,
  getReceipt: always,

  // Signing in and account security always work: a member may hold gift cards, and must be able to sign out a lost device.
  signIn: always,
  signInSecondStep: always,
  signInFacebook: { parts: { new_account: ['myAccount'] } },
  signInGoogle: { parts: { new_account: ['myAccount'] } },
  refreshToken: always,
  sendPasswordReset: always,
  resetPassword: always,
  // An invited staff member needs an account, whether or not guests can have one.
  register: { needs: (body) => (hasField(body, 'token') && body['token'] !== '' ? [] : ['myAccount']) },
  updatePassword: account,
  changePassword: account,
  unlockAccount: always,
  resendUnlock: always,
  unlockAccountByPost: always,
  checkLink: always,
  resendUnlockByPost: always,
  getUser: { parts: { rewards: ['rewards'] } },
  listTransactions: account,
  updateUser: account,
  createEphemeralKey: always,
  // Saved cards can always be removed.
  removeSavedCard: always,
  listSessions: always,
  revokeSession: always,
  revokeByRevocationId: always,
  getChallenge: always,
  // Members can always export and delete their data, whether or not accounts are offered.
  exportAccount: always,
  deleteAccount: always,

  // A card that somebody owns, or was sent, is always shown.
  listCards: always,
  listCardsByPost: always,
  getCard: always,
  getEgift: always,
  importCard: needs('importCard'),
  listWallets: needs('walletPasses'),
  getWalletPass: needs('walletPasses'),
  checkBalance: needs('checkBalance'),
  checkBalanceByPost: needs('checkBalance'),
  listPrograms: { parts: { programs: ['cardPrograms'] } },
  startCardOrder: { needs: (body) => cardOrderNeeds(hasField(body, 'type') ? body['type'] : undefined) },
  getCardOrder: always,
  // The order's type is in the database, so its module checks it, and its payment, which may be finished once started.
  updateCardOrder: { parts: { type: cardOrderTypes, promo_code: ['promoCodes'] } },
  submitCardOrder: { parts: { type: cardOrderTypes } },
  // What is paid for can always be followed, whatever is sold now.
  listGifts: always,
  changeGift: always,
  resendGift: always,
  passCard: { needs: (body) => cardOrderNeeds(hasField(body, 'type') ? body['type'] : undefined) },
  takeBackGift: always,
  listPhysicalProducts: { parts: { products: ['physicalCards'] } },
  startPhysicalOrder: needs('physicalCards'),
  getPhysicalOrder: always,
  updatePhysicalOrder: {
    parts: { order: ['physicalCards'], checkout: ['physicalCards'], promo_code: ['promoCodes'] },
  },

  searchPlaces: always,
  getPlace: always,
  sendContactMessage: needs('feedback'),

  // The staff's own pages.
  getKitchen: always,
  switchKitchen: always,
  pauseOrders: always,
  sellOut: always,
  moveKitchenOrder: always,
  refundKitchenOrder: always,
  inviteUser: always,
  listDeviceApps: always,
  getDeviceApp: always,
  listActivities: always,
  listMasterApps: always,
  getMasterApp: always,
  createMasterApp: always,
  updateMasterApp: always,
  listPolicyReports: always,
  listStaff: always,
  changeStaffRole: always,
  listActs: always,
  listTablets: always,
  makeTabletCode: always,
  signOutTablet: always,
  // Sold cards can always be managed, whatever is sold now.
  findCards: always,
  getStaffCard: always,
  holdCard: always,
  releaseCard: always,
  voidCard: always,
  reissueCard: always,
  getStaffCardOrder: always,
  refundCardOrder: always,
  findOrders: always,
  getStaffOrder: always,
  listFailedRefunds: always,
  settleFailedRefund: always,
  signInTablet: always,
  leaveTablet: always,
  beginStepUp: always,
  stepUp: always,
  getSecurity: always,
  beginPasskey: always,
  addPasskey: always,
  renamePasskey: always,
  removePasskey: always,
  beginApp: always,
  addApp: always,
  removeApp: always,
  makeRecoveryCodes: always,
  takeSecondFactors: always,
}

const cardOrderNeeds = (type: unknown): FeatureName[] =>
  typeof type === 'string' && Object.hasOwn(cardOrderFeatures, type)
    ? [cardOrderFeatures[type as keyof typeof cardOrderFeatures]]
    : []

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a ticket has a payment, made or under way: then it may be finished. */
    isTicketBegun(locationId: string, ticketId: string): Promise<boolean>
  }
}

/** Lets calls check whether something was started before it was switched off. Queried only while a switch is off. */
export function addFeatureSwitches(app: FastifyInstance, { database }: { database: Database }): void {
  app.decorate('isTicketBegun', async (locationId: string, ticketId: string): Promise<boolean> => {
    const rows = await database.query(
      `SELECT 1 AS begun FROM tickets t WHERE t.location_id = $1 AND t.id = $2 AND (t.name <> '' OR t.status <> 'Open'
         OR EXISTS (SELECT 1 FROM payments p WHERE p.location_id = t.location_id AND p.ticket_id = t.id AND p.released_at IS NULL)
         OR EXISTS (SELECT 1 FROM payment_attempts a WHERE a.location_id = t.location_id AND a.ticket_id = t.id AND a.state IN ('started', 'authenticating')))`,
      [locationId, ticketId],
    )
    return rows.length > 0
  })
}

const rowByEndpoint = new Map<Endpoint, SwitchRow>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, switchTable[name as EndpointName]]),
)

/**
 * Checks a call against the table, with the raw request. Returns undefined where there is nothing to await, which is nearly always. Throws, or rejects with,
 * 403 not_offered in words for a guest.
 */
export function checkSwitches(endpoint: Endpoint, request: FastifyRequest): Promise<void> | undefined {
  const row = rowByEndpoint.get(endpoint)
  if (row?.needs === undefined) return undefined
  const { settings } = request.merchant.location
  const names = typeof row.needs === 'function' ? row.needs(request.body) : row.needs
  const off = names.find((name) => !isOn(settings, name))
  if (off === undefined) return undefined
  const refusal = notOffered(request.merchant.location, off)
  if (row.finishes !== true) throw refusal
  return finishesOnly(request, refusal)
}

async function finishesOnly(
  { server, merchant, params }: FastifyRequest,
  refusal: ProblemError,
): Promise<void> {
  const { id } = params as Record<string, string>
  if (id === undefined || !(await server.isTicketBegun(merchant.locationId, id))) throw refusal
}

/** 403 not_offered: the restaurant has switched this off, and whom to call. */
export const notOffered = (
  { name, phone }: { name: string; phone: string },
  feature: FeatureName,
): ProblemError =>
  new ProblemError(
    403,
    'not_offered',
    `${name} doesn’t offer this online right now: ${featureNames[feature]}. Please call us at ${phone}.`,
  )
