import type { Location } from '#contract/schemas/location.ts'

export type Place = Pick<Location, 'name' | 'address1' | 'city' | 'state' | 'zip'>

/** A restaurant's name and address in one line, as map services search for it. */
export const addressOf = ({ name, address1, city, state, zip }: Place): string =>
  `${name}, ${address1}, ${city}, ${state} ${zip}`

/** A link to directions, which opens in the phone's maps app (docs: Maps URLs, `dir`). */
export const directionsAddress = (place: Place): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: addressOf(place) })}`
