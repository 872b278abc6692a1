import * as z from 'zod/mini'
import type { Place } from '#contract/schemas/place.ts'
import { type FoundPlace, maxPlaces, type Places, type Town } from './places.ts'

/**
 * Address completion without a map service: completes the typed street with the restaurant's own town and those in its `places.json`. An id contains the whole
 * address, so nothing is stored between the two calls.
 */
export const embeddedPlaces: Places = {
  search: async (query, near) => completions(query, near),
  find: async (id) => findInId(id),
}

/** Shorter streets are not worth a suggestion. */
const shortest = 3

function completions(query: string, near: readonly Town[]): FoundPlace[] {
  const [street = '', ...rest] = query.split(',').map((part) => part.trim().replace(/\s+/g, ' '))
  if (street.length < shortest) return []
  const typed = findTown(rest)
  const wanted = rest.join(' ').toLowerCase().trim()
  const towns = near.filter(
    ({ city, state, zip }) =>
      `${city} ${state} ${zip}`.toLowerCase().startsWith(wanted) || (wanted !== '' && zip.startsWith(wanted)),
  )
  const all = typed && !towns.some((town) => isSame(town, typed)) ? [typed, ...towns] : towns
  return all.slice(0, maxPlaces).map((town) => {
    const place = placeOf(street, town)
    return {
      id: Buffer.from(JSON.stringify([street, town.city, town.state, town.zip])).toString('base64url'),
      description: place.terms.join(', '),
    }
  })
}

const isSame = (one: Town, other: Town): boolean =>
  one.zip === other.zip && one.city.toLowerCase() === other.city.toLowerCase()

/** A town that was typed in full: `New York, NY 10011` or `New York, NY, 10011`. */
function findTown(parts: readonly string[]): Town | undefined {
  const match = /^(?<city>[^,\d]+?),? (?<state>[A-Za-z]{2}),? (?<zip>\d{5})$/.exec(parts.join(', '))
  const { city, state, zip } = match?.groups ?? {}
  return city === undefined || state === undefined || zip === undefined
    ? undefined
    : { city, state: state.toUpperCase(), zip }
}

function placeOf(street: string, { city, state, zip }: Town): Place {
  // `12`, `12-34`, `12B`, `12 1/2`.
  const match = /^(\d+[A-Za-z]?(?:-\d+)?(?: 1\/2)?) (.+)$/.exec(street)
  return {
    street_number: match?.[1] ?? '',
    route: match?.[2] ?? '',
    city,
    state,
    zip,
    terms: [street, city, `${state} ${zip}`],
  }
}

const IdParts = z.tuple([
  z.string(),
  z.string(),
  z.string().check(z.length(2)),
  z.string().check(z.regex(/^\d{5}$/)),
])

function findInId(id: string): Place | undefined {
  try {
    const parts = z.safeParse(IdParts, JSON.parse(Buffer.from(id, 'base64url').toString('utf8')))
    if (!parts.success) return undefined
    const [street, city, state, zip] = parts.data
    return placeOf(street, { city, state, zip })
  } catch (error) {
    // Not JSON: another service's id.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
