import type { MenuMode } from '#contract/schemas/menu.ts'

/** Personal data has this as its second element, so that all of it can be removed at once. */
const personal = 'personal'

/** Stands for the current user where the key must not name them. */
const current = ''

/**
 * One tree of query keys: the location, for personal data `personal` and whose, then the name of what is read, and which one. Signing out removes everything
 * personal, whoever's it is.
 */
export const keys = {
  location: (locationId: string) => [locationId, 'location'] as const,
  /** Menus and categories without items: small enough to be available before the first paint. */
  menus: (locationId: string, mode: MenuMode) => [locationId, 'menus', mode] as const,
  book: (locationId: string, mode: MenuMode) => [locationId, 'book', mode] as const,
  /** The part of a book that the page itself contains. */
  part: (locationId: string, mode: MenuMode, ...place: (string | undefined)[]) =>
    [locationId, 'part', mode, place.join('/')] as const,
  programs: (locationId: string) => [locationId, 'programs'] as const,
  physicalProducts: (locationId: string) => [locationId, 'physical-products'] as const,
  /** Not personal: signing in while it is loading must not remove it. */
  gift: (locationId: string, cardId: string) => [locationId, 'gift', cardId] as const,
  /** Everything personal below a location. */
  personal: (locationId: string) => [locationId, personal] as const,
  /** The current user's data, under a key that does not name them. */
  current: (locationId: string) => [locationId, personal, current] as const,
  placedOrder: (locationId: string) => [locationId, personal, current, 'placed-order'] as const,
  ownOrders: (locationId: string) => [locationId, personal, current, 'own-orders'] as const,
  order: (locationId: string, ticketId: string) =>
    [locationId, personal, current, 'order', ticketId] as const,
  orderNotification: (locationId: string, ticketId: string) =>
    [locationId, personal, current, 'notification', ticketId] as const,
  receipt: (locationId: string, type: string, objectId: string) =>
    [locationId, personal, current, 'receipt', type, objectId] as const,
  sentGift: (locationId: string, orderId: string) =>
    [locationId, personal, current, 'sent-gift', orderId] as const,
  sentGifts: (locationId: string, principal: string) =>
    [locationId, personal, principal, 'sent-gifts'] as const,
  currentOrders: (locationId: string, principal: string, ...which: readonly (string | boolean)[]) =>
    [locationId, personal, principal, 'current-orders', ...which] as const,
  ticketHistory: (locationId: string, principal: string) =>
    [locationId, personal, principal, 'ticket-history'] as const,
  user: (locationId: string, principal: string) => [locationId, personal, principal, 'user'] as const,
  transactions: (locationId: string, principal: string) =>
    [locationId, personal, principal, 'transactions'] as const,
  cards: (locationId: string, principal: string) => [locationId, personal, principal, 'cards'] as const,
  cardHistory: (locationId: string, principal: string, cardId: string) =>
    [locationId, personal, principal, 'card-history', cardId] as const,
  /** The restaurant's message about a card that was just added in this tab. */
  importMessage: (locationId: string, principal: string, cardId: string) =>
    [locationId, personal, principal, 'import-message', cardId] as const,
  savedCards: (locationId: string, principal: string) =>
    [locationId, personal, principal, 'saved-cards'] as const,
  sessions: (locationId: string, principal: string) => [locationId, personal, principal, 'sessions'] as const,
  kitchen: (locationId: string, principal: string) => [locationId, personal, principal, 'kitchen'] as const,
  admin: (locationId: string, principal: string, ...which: readonly unknown[]) =>
    [locationId, personal, principal, 'admin', ...which] as const,
}

type Key = ReturnType<(typeof keys)[keyof typeof keys]>

/** The names of all cached reads. */
export type ReadName = Key extends infer K
  ? K extends readonly [string, typeof personal, string, infer N extends string, ...unknown[]]
    ? N
    : K extends readonly [string, infer N extends string, ...unknown[]]
      ? Exclude<N, typeof personal>
      : never
  : never

/** The name of the read under a key; undefined for any other key. */
export const readNameOf = (key: readonly unknown[]): unknown => (key[1] === personal ? key[3] : key[1])
