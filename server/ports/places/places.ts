import type { Place } from '#contract/schemas/place.ts'

/** A town where a restaurant's guests live. */
export type Town = { city: string; state: string; zip: string }

export type FoundPlace = { id: string; description: string }

/**
 * Address suggestions while typing (specification §5). `near` are the towns to search first, the restaurant's own before its neighbors. Nothing typed is
 * stored. Both reject with PlacesUnreachableError when the service does not answer.
 */
export type Places = {
  /** At most five, the likeliest first. */
  search(query: string, near: readonly Town[]): Promise<FoundPlace[]>
  /** The address of a `search` result; undefined for an invalid id. */
  find(id: string): Promise<Place | undefined>
}

/** How many addresses a search offers. */
export const maxPlaces = 5

/** The places service did not answer: the diner types the address themselves. */
export class PlacesUnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PlacesUnreachableError'
  }
}
