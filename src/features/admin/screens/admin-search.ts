/** As they stand there: what somebody calls about first, what is set up once last. The first is what `/admin` shows. */
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
/** An owner's alone. */
export const ownerViews: readonly AdminView[] = ['people', 'invite', 'acts']
/** Everybody's who works there: it is about themselves. */
export const ownViews: readonly AdminView[] = ['security']

/** What an administrator looks at stands in the address, so that the way back works and a page can be kept. */
export type AdminSearch = {
  view?: AdminView
  device?: string
  app?: string
  /** From 1. */
  page?: number
  order?: 'asc' | 'desc'
  type?: string
  /** The references of a gift card, and of an order for some. */
  card?: string
  cardOrder?: string
  /** The id of an order, and a number that orders are looked for by: a person's are never in an address. */
  ticket?: string
  number?: string
}

/** The address of the list of orders that was begun with. */
export type OrderList = Pick<AdminSearch, 'view' | 'number'>

/** The address's search, with everything dropped that is not one of ours. */
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

/** The router reads `?device=12` as a number. */
function textOf(
  name: 'device' | 'app' | 'type' | 'card' | 'cardOrder' | 'ticket' | 'number',
  search: Record<string, unknown>,
): Record<string, string> {
  const value = search[name]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 120) : ''
  return text === '' ? {} : { [name]: text }
}
