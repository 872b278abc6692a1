import type { Place, PlaceAnswer, PlacesAnswer } from '#contract/schemas/place.ts'

/** An address as its fields take it. */
type FoundAddress = { address: string; city: string; state: string; zip: string }

/** Addresses found while one is typed (specification §5). Whoever answers: the restaurant's own server, or a provider behind it. */
export type Places = {
  /** What may be meant by what is typed, the likeliest first. Rejects without a signal: the address is then typed to its end. */
  search(typed: string): Promise<{ id: string; description: string }[]>
  /** The fields of one of them. */
  find(id: string): Promise<FoundAddress>
}

/** The API's two calls. */
type PlaceCalls = {
  search(query: string): Promise<PlacesAnswer>
  find(id: string): Promise<PlaceAnswer>
}

/** No call takes more (contract/endpoints/services.ts). */
const longestQuery = 200

/** Places as the restaurant's server knows them: needs no key, and no script of anybody else. */
export const serverPlaces = (calls: PlaceCalls): Places => ({
  search: async (typed) => (await calls.search(typed.trim().slice(0, longestQuery))).places,
  find: async (id) => addressOf((await calls.find(id)).place),
})

/** Street number and route; for what is no street address the first terms, which is all before its city (specification §5). */
export function addressOf({ street_number, route, city, state, zip, terms }: Place): FoundAddress {
  const street = `${street_number} ${route}`.trim()
  const before = terms.indexOf(city)
  const first = terms.slice(0, before > 0 ? before : 1).join(', ')
  return { address: route === '' ? first : street, city, state, zip }
}
