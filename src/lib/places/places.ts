import type { Place, PlaceAnswer, PlacesAnswer } from '#contract/schemas/place.ts'

/** An address, in the form's fields. */
type FoundAddress = { address: string; city: string; state: string; zip: string }

/** Suggests addresses while one is typed (specification §5). Answered by the restaurant's own server, or by a provider behind it. */
export type Places = {
  /** Suggestions for the typed text, the most likely first. Rejects without a signal: the address is then typed in full. */
  search(typed: string): Promise<{ id: string; description: string }[]>
  /** The fields of one suggestion. */
  find(id: string): Promise<FoundAddress>
}

/** The API's two calls. */
type PlaceCalls = {
  search(query: string): Promise<PlacesAnswer>
  find(id: string): Promise<PlaceAnswer>
}

/** The API accepts no more (contract/endpoints/services.ts). */
const longestQuery = 200

/** Places from the restaurant's server: needs no key and no third-party script. */
export const serverPlaces = (calls: PlaceCalls): Places => ({
  search: async (typed) => (await calls.search(typed.trim().slice(0, longestQuery))).places,
  find: async (id) => addressOf((await calls.find(id)).place),
})

/** Street number and route; for a place without a street address, the first terms, which are those before its city (specification §5). */
export function addressOf({ street_number, route, city, state, zip, terms }: Place): FoundAddress {
  const street = `${street_number} ${route}`.trim()
  const before = terms.indexOf(city)
  const first = terms.slice(0, before > 0 ? before : 1).join(', ')
  return { address: route === '' ? first : street, city, state, zip }
}
