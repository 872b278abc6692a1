import type { MenuMode } from '#contract/schemas/menu.ts'

/** What is somebody's own has this as its second element, so that all of it can be removed at once. */
const personal = 'personal'

/** One tree of query keys, the location first. */
export const keys = {
  location: (locationId: string) => [locationId, 'location'] as const,
  /** Menus and categories without items: small enough to be there before the first paint. */
  menus: (locationId: string, mode: MenuMode) => [locationId, 'menus', mode] as const,
  book: (locationId: string, mode: MenuMode) => [locationId, 'book', mode] as const,
  /** What the page itself brought of a book. */
  part: (locationId: string, mode: MenuMode, ...place: (string | undefined)[]) =>
    [locationId, 'part', mode, place.join('/')] as const,
  /** Everything personal below a location. */
  personal: (locationId: string) => [locationId, personal] as const,
  placedOrder: (locationId: string) => [locationId, personal, 'placed-order'] as const,
  order: (locationId: string, ticketId: string) => [locationId, personal, 'ticket', ticketId] as const,
  receipt: (locationId: string, type: string, objectId: string) =>
    [locationId, personal, 'receipt', type, objectId] as const,
  ticketHistory: (locationId: string, principal: string) =>
    [locationId, personal, principal, 'ticket-history'] as const,
  user: (locationId: string, principal: string) => [locationId, personal, principal, 'user'] as const,
  transactions: (locationId: string, principal: string) =>
    [locationId, personal, principal, 'transactions'] as const,
  cards: (locationId: string, principal: string) => [locationId, personal, principal, 'cards'] as const,
}
