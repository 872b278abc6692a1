import * as z from 'zod/mini'

/** Addresses found while typing (specification §5, place autocomplete). */

const text = z.string()

export const PlacesAnswer = z.object({ places: z.array(z.object({ id: text, description: text })) })
export type PlacesAnswer = z.infer<typeof PlacesAnswer>

/** `terms` are the parts of the description: the first ones replace the street where there is none. `state` has two letters. */
export const Place = z.object({
  street_number: text,
  route: text,
  city: text,
  state: text,
  zip: text,
  terms: z.array(text),
})
export type Place = z.infer<typeof Place>

export const PlaceAnswer = z.object({ place: Place })
export type PlaceAnswer = z.infer<typeof PlaceAnswer>
