import type { Location } from '#contract/schemas/location.ts'

export type Place = Pick<Location, 'name' | 'address1' | 'city' | 'state' | 'zip'>

/** A restaurant's name and address in one line, as maps look for it. */
export const addressOf = ({ name, address1, city, state, zip }: Place): string =>
  `${name}, ${address1}, ${city}, ${state} ${zip}`

/** The way there, in whatever the phone opens maps with (docs: Maps URLs, `dir`). */
export const directionsAddress = (place: Place): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: addressOf(place) })}`
