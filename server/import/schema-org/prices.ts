import type { FieldPath } from '../field-path.ts'
import { isObject } from '../is-object.ts'
import { listOf, type Page, textOf, type JsonLdNode, nodesUnder } from './json-ld.ts'

/** The price of a published dish. */
export type PublishedPrice = { cents: number; sizes: { name: string; cents: number }[]; available: boolean }

type Offer = { name: string; cents: number; available: boolean }

/** The largest price that a menu file allows: 99999.99. */
const maxCents = 9_999_999

/** The price of a dish: from one offer, or from several (named sizes). Reports what cannot be read at its place, and then returns undefined. */
export function priceOf(page: Page, dish: JsonLdNode): PublishedPrice | undefined {
  const written = nodesUnder(page, dish, 'offers')
  // Some pages write the price on the dish itself, or an offer that is a bare number.
  const bare = listOf(dish.value['offers']).filter(
    (one) => typeof one === 'string' || typeof one === 'number',
  )
  const places =
    written.length > 0
      ? written
      : [bare.length > 0 ? { ...dish, value: { ...dish.value, price: bare[0] } } : dish]
  const offers = places.map((place) => offerOf(page, place))
  if (offers.some((offer) => offer === undefined)) return undefined
  return sizesOf(offers as Offer[], dish)
}

function sizesOf(offers: readonly Offer[], { source, path }: JsonLdNode): PublishedPrice | undefined {
  const cents = Math.min(...offers.map((offer) => offer.cents))
  const available = offers.some((offer) => offer.available)
  if (offers.every((offer) => offer.cents === cents)) return { cents, sizes: [], available }
  const names = offers.map((offer) => offer.name.toLowerCase())
  if (names.includes('') || new Set(names).size < names.length) {
    source.report(
      [...path, 'offers'],
      `has ${offers.length} prices and not a name for each: name the offers ("Glass", "Bottle") or keep one`,
    )
    return undefined
  }
  return { cents, sizes: offers.map(({ name, cents: own }) => ({ name, cents: own })), available }
}

function offerOf(page: Page, offer: JsonLdNode): Offer | undefined {
  const specification = nodesUnder(page, offer, 'priceSpecification')[0]
  const holder = offer.value['price'] === undefined && specification ? specification : offer
  const { field, value } = priceField(holder)
  const at: FieldPath = [...holder.path, field]
  const say = (path: FieldPath, message: string): undefined => void holder.source.report(path, message)
  const currency = textOf(holder.value['priceCurrency'] ?? offer.value['priceCurrency']).toUpperCase()
  if (currency !== '' && currency !== 'USD')
    return say([...holder.path, 'priceCurrency'], `is ${currency}: prices are in US dollars here`)
  if (value === undefined || value === null || value === '')
    return say(at, 'is missing: a dish needs a price')
  const { lowPrice: low, highPrice: high } = holder.value
  if (field === 'lowPrice' && high !== undefined && findPublishedCents(high) !== findPublishedCents(low))
    return say(
      at,
      `is a range, ${JSON.stringify(low)} to ${JSON.stringify(high)}: write one offer for each size, with a name`,
    )
  const cents = findPublishedCents(value)
  if (cents === undefined)
    return say(at, `cannot be read as one price in dollars: ${JSON.stringify(value)}; write 12.00`)
  if (cents > maxCents) return say(at, `is more than 99999.99: ${JSON.stringify(value)}`)
  const stock = textOf(offer.value['availability'])
  return {
    name: textOf(offer.value['name'] ?? offer.value['description']),
    cents,
    available: !/(OutOfStock|SoldOut|Discontinued)$/.test(stock),
  }
}

function priceField({ value }: JsonLdNode): { field: 'price' | 'lowPrice'; value: unknown } {
  if (value['price'] === undefined && value['lowPrice'] !== undefined)
    return { field: 'lowPrice', value: value['lowPrice'] }
  const price = value['price']
  return { field: 'price', value: isObject(price) ? price['@value'] : price }
}

/** `12`, `12.5`, `"$12.00"`, `"12,50"`, `"1,250.00"`, `"12 USD"` in cents; undefined for anything that is not exactly one price in dollars. */
export function findPublishedCents(value: unknown): number | undefined {
  if (typeof value === 'number') {
    const cents = Math.round(value * 100)
    return value >= 0 && Math.abs(value * 100 - cents) < 1e-6 ? cents : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = value
    .trim()
    .replace(/^(?:US\s?\$|USD|\$)\s*/i, '')
    .replace(/\s*(?:USD|US\$|\$)$/i, '')
  const whole = /^\d{1,3}(?:,\d{3})+(?=$|\.)/.test(text) ? text.replaceAll(',', '') : text
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(whole)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}
