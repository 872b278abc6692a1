import type { CardOrderType } from '../schemas/card-order.ts'
import type { Settings } from '../schemas/location.ts'

/** What a restaurant may offer or not (specification §3 *Settings*, OV-02). The one place that says which switch that is, and which paths need it. */

type Feature = {
  isOn(settings: Settings): boolean
  /** Paths that are closed without the feature. */
  paths?: RegExp
  /** Paths that are closed for guests alone: a member may still have something there. */
  guestPaths?: RegExp
}

const digital = (settings: Settings) => settings.cards?.digital
const physical = (settings: Settings) => settings.cards?.physical
const hasDigital = (settings: Settings): boolean => digital(settings)?.enable === true
const hasPhysical = (settings: Settings): boolean => physical(settings)?.enable === true
const canBuy = (settings: Settings): boolean =>
  hasDigital(settings) && digital(settings)?.card_management?.buy_card === true
const canText = (settings: Settings): boolean =>
  hasDigital(settings) && digital(settings)?.send_card_by_text === true
const canEmail = (settings: Settings): boolean =>
  hasDigital(settings) && digital(settings)?.send_card_by_email === true
const canMail = (settings: Settings): boolean =>
  hasPhysical(settings) && physical(settings)?.send_card_by_mail === true

export const features = {
  readOnlyMenu: {
    isOn: ({ meals }) => meals?.read_only_menu?.enable === true,
    paths: /^\/menus(\/|$)/,
  },
  onlineOrders: {
    isOn: ({ meals }) => meals?.online_orders?.enable === true,
    paths: /^\/(order(\/|$)|ordercart$|ordercheckout$)/,
  },
  /** Menus that are not in the restaurant's ordering system, in its own words. */
  nonPosMenu: {
    isOn: ({ read_only_menu_non_pos }) => read_only_menu_non_pos?.enable === true,
  },
  /** All menus on one page, together with those that can be ordered from where they are shown. */
  menuToRead: {
    isOn: ({ meals, read_only_menu_non_pos }) =>
      meals?.read_only_menu?.enable === true || read_only_menu_non_pos?.enable === true,
    paths: /^\/menu\/readonly$/,
  },
  /** Dishes that can be read but not ordered: on the menu's own pages, and on the catering page. */
  dishesToRead: {
    isOn: ({ meals, catering }) => meals?.read_only_menu?.enable === true || catering?.enable === true,
  },
  /** When off, the page says "Coming Soon!" by itself; only the links to it are removed. */
  ticketHistory: {
    isOn: ({ meals }) => meals?.ticket_history?.enable === true,
  },
  /** With no way left to send a card, its page has nothing to choose from. */
  sendCard: {
    isOn: (settings) => canText(settings) || canEmail(settings) || canMail(settings),
    paths: /^\/(cards|sendcard)$/,
    guestPaths: /^\/mycards\/pass\//,
  },
  /** One of each kind of order for gift cards (`cardOrderFeatures`): an order's steps share an address, so only the calls need these, and whoever has no order yet. */
  buyCard: { isOn: canBuy, guestPaths: /^\/mycards\/purchase\// },
  reloadCard: {
    isOn: (settings) => hasDigital(settings) && digital(settings)?.card_management?.reload_card === true,
    guestPaths: /^\/mycards\/reload\//,
  },
  sendCardByText: { isOn: canText },
  sendCardByEmail: { isOn: canEmail },
  sendCardByMail: { isOn: canMail },
  /** The kinds of gift card to choose from, which each of these begins with. */
  cardPrograms: {
    isOn: (settings) => canBuy(settings) || canText(settings) || canEmail(settings),
  },
  /** Gift cards of either kind can be paid with where the restaurant offers them. */
  giftCardPayments: {
    isOn: (settings) => hasDigital(settings) || hasPhysical(settings),
  },
  importCard: {
    isOn: (settings) => hasDigital(settings) && digital(settings)?.card_management?.import_card === true,
    paths: /^\/mycards\/import$/,
    guestPaths: /^\/mycards\/[^/]+\/import$/,
  },
  /** Adding a card to a phone's wallet: Apple's or Google's. */
  walletPasses: {
    isOn: (settings) => hasDigital(settings) && digital(settings)?.wallet_passes === true,
  },
  checkBalance: {
    isOn: (settings) => hasPhysical(settings) && physical(settings)?.check_card_balance === true,
    paths: /^\/(checkcardbalance|mycards\/check)$/,
  },
  physicalCards: {
    isOn: hasPhysical,
    paths: /^\/(physicalcards|cart|checkout)$/,
  },
  /** Buying and sending have paths below this one, and switches of their own. This is the list, a card's page and the counter screen. */
  myGifts: {
    isOn: ({ my_gifts }) => my_gifts?.enable === true,
    paths: /^\/mycards(\/counter|\/[^/]+\/view)?$/,
  },
  myAccount: {
    isOn: ({ my_account }) => my_account?.enable === true,
    paths: /^\/(account|signup)$/,
    /** Every member's screen. Staff are not included: they join by invitation. */
    guestPaths: /^\/(tickethistory$|mycards(?!\/(check$|send\/|sent\/)))/,
  },
  rewards: { isOn: ({ rewards }) => rewards?.enable === true, paths: /^\/rewards$/ },
  promoCodes: { isOn: ({ promo_codes }) => promo_codes?.enable === true },
  about: {
    isOn: ({ about }) => about?.enable === true,
    paths: /^\/about$/,
  },
  catering: { isOn: ({ catering }) => catering?.enable === true, paths: /^\/catering$/ },
  gallery: { isOn: ({ gallery }) => gallery?.enable === true, paths: /^\/gallery$/ },
  /** The contact form of the home page. */
  feedback: { isOn: ({ feedback }) => feedback?.enable === true },
} satisfies Record<string, Feature>

export type FeatureName = keyof typeof features

/** What each type of card order needs. */
export const cardOrderFeatures = {
  Purchase: 'buyCard',
  Reload: 'reloadCard',
  SendText: 'sendCardByText',
  SendEmail: 'sendCardByEmail',
  SendPhysical: 'sendCardByMail',
} as const satisfies Record<CardOrderType, FeatureName>

/** Configurations that hold the words of a feature's page: nobody reads them where it is off. */
export const contentFeatures: Readonly<Record<string, FeatureName>> = {
  about_page: 'about',
  catering_page: 'catering',
  gallery_page: 'gallery',
  read_only_non_pos_page: 'nonPosMenu',
  reward_page: 'rewards',
}
const all = Object.entries(features) as [FeatureName, Feature][]

/** True where the restaurant offers the feature. A missing switch counts as off. */
export const isOn = (settings: Settings, feature: FeatureName): boolean => features[feature].isOn(settings)

/**
 * The switched-off feature that closes a path, with or without a query; undefined where the path is open. For a guest, features that are closed to guests alone
 * count, too. `who`: the state of the session.
 */
export function findSwitchedOff(
  settings: Settings,
  path: string,
  who?: 'guest' | 'user' | 'loading',
): FeatureName | undefined {
  // Routes ignore case, so `/Rewards` must not get around a switch.
  const plain = path
    .replace(/[?#].*$/, '')
    .replace(/(.)\/+$/, '$1')
    .toLowerCase()
  const closing = (of: 'paths' | 'guestPaths') =>
    all.find(([, feature]) => feature[of]?.test(plain) === true && !feature.isOn(settings))?.[0]
  return closing('paths') ?? (who === 'guest' ? closing('guestPaths') : undefined)
}

/** True where a link to a path leads somewhere. Besides the switches: `/tickethistory` needs a restaurant that lists orders. */
export const isLinkable = (settings: Settings, path: string): boolean =>
  findSwitchedOff(settings, path) === undefined &&
  (!/^\/tickethistory$/i.test(path) || isOn(settings, 'ticketHistory'))
