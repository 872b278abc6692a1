import type { Place } from '#contract/schemas/place.ts'

/** A town that a restaurant's guests live in. */
export type Town = { city: string; state: string; zip: string }

export type FoundPlace = { id: string; description: string }

/**
 * Addresses while they are typed (specification §5). `near` are the towns to look in first, the restaurant's own before its neighbours. Nothing that
 * anybody typed is kept. Both reject with PlacesUnreachableError when nobody can say.
 */
export type Places = {
  /** At most five, the likeliest first. */
  search(query: string, near: readonly Town[]): Promise<FoundPlace[]>
  /** One that `search` found; undefined for an id that means nothing. */
  find(id: string): Promise<Place | undefined>
}

export const maxPlaces = 5

/** The places service gave no answer: the diner types the address themselves. */
export class PlacesUnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PlacesUnreachableError'
  }
}
