import type { MenuMode } from '#contract/schemas/menu.ts'

/** One tree of query keys, the location first. */
export const keys = {
  location: (locationId: string) => [locationId, 'location'] as const,
  /** Menus and categories without items: small enough to be there before the first paint. */
  menus: (locationId: string, mode: MenuMode) => [locationId, 'menus', mode] as const,
  book: (locationId: string, mode: MenuMode) => [locationId, 'book', mode] as const,
  placedOrder: (locationId: string) => [locationId, 'placed-order'] as const,
}
