/** In display order: what guests call about first, one-time setup last. `/admin` shows the first. */
export const adminViews = [
  'orders',
  'cards',
  'refunds',
  'people',
  'invite',
  'tablets',
  'acts',
  'security',
  'policy',
  'apps',
  'device',
] as const
export type AdminView = (typeof adminViews)[number]
/** For owners only. */
export const ownerViews: readonly AdminView[] = ['people', 'invite', 'acts']
/** For all staff: it is about themselves. */
export const ownViews: readonly AdminView[] = ['security']

/** The current view is in the URL, so that Back works and a page can be bookmarked. */
export type AdminSearch = {
  view?: AdminView
  device?: string
  app?: string
  /** From 1. */
  page?: number
  order?: 'asc' | 'desc'
  type?: string
  /** The references of a gift card and of a gift card order. */
  card?: string
  cardOrder?: string
  /** An order's id, and an order number to search for. Personal data is never in a URL. */
  ticket?: string
  number?: string
}

/** The part of the URL that leads back to the list of orders. */
export type OrderList = Pick<AdminSearch, 'view' | 'number'>

/** The URL's search, without anything unknown. */
export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const page = Number(search.page)
  return {
    ...textOf('device', search),
    ...textOf('app', search),
    ...textOf('type', search),
    ...textOf('card', search),
    ...textOf('cardOrder', search),
    ...textOf('ticket', search),
    ...textOf('number', search),
    ...(adminViews.includes(search.view as AdminView) && { view: search.view as AdminView }),
    ...(Number.isInteger(page) && page > 1 && page < 1_000_000 && { page }),
    ...((search.order === 'asc' || search.order === 'desc') && { order: search.order }),
  }
}

/** The router parses `?device=12` as a number. */
function textOf(
  name: 'device' | 'app' | 'type' | 'card' | 'cardOrder' | 'ticket' | 'number',
  search: Record<string, unknown>,
): Record<string, string> {
  const value = search[name]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 120) : ''
  return text === '' ? {} : { [name]: text }
}
