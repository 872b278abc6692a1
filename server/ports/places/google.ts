import * as z from 'zod/mini'
import type { Place } from '#contract/schemas/place.ts'
import { maxPlaces, type Places, PlacesUnreachableError } from './places.ts'
import { errorName } from '#server/ports/log.ts'

export type GooglePlacesSettings = {
  key: string
  /** `https://places.googleapis.com/v1`, unless a test's service stands in for it. */
  url: string
}

const timeoutMs = 4000

const Suggestions = z.object({
  suggestions: z.optional(
    z.array(
      z.object({
        placePrediction: z.optional(z.object({ placeId: z.string(), text: z.object({ text: z.string() }) })),
      }),
    ),
  ),
})

const Details = z.object({
  formattedAddress: z.optional(z.string()),
  addressComponents: z.optional(
    z.array(
      z.object({
        longText: z.optional(z.string()),
        shortText: z.optional(z.string()),
        types: z.array(z.string()),
      }),
    ),
  ),
})

/** Google's Places API (New), called by this server, so that Google never sees the diner's IP address, nor the diner the key. Addresses in the US only (§3). */
export function googlePlaces({ key, url }: GooglePlacesSettings): Places {
  const ask = async <S extends z.ZodMiniType>(
    schema: S,
    path: string,
    fields: string,
    body?: object,
  ): Promise<z.infer<S> | undefined> => {
    const response = await fetch(`${url}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-goog-api-key': key,
        'x-goog-fieldmask': fields,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new PlacesUnreachableError(errorName(error))
    })
    // An id that Google does not know (anymore).
    if (!body && (response.status === 400 || response.status === 404)) return undefined
    if (!response.ok) throw new PlacesUnreachableError(`status ${response.status}`)
    const answer = z.safeParse(schema, await response.json().catch(() => undefined))
    if (!answer.success) throw new PlacesUnreachableError('an answer that cannot be read')
    return answer.data
  }
  return {
    async search(query, near) {
      const input = near[0] && !query.includes(',') ? `${query}, ${near[0].city}, ${near[0].state}` : query
      const found = await ask(
        Suggestions,
        'places:autocomplete',
        'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text',
        {
          input,
          includedRegionCodes: ['us'],
          languageCode: 'en',
        },
      )
      return (found?.suggestions ?? [])
        .flatMap(({ placePrediction: one }) => (one ? [{ id: one.placeId, description: one.text.text }] : []))
        .slice(0, maxPlaces)
    },
    async find(id) {
      const found = await ask(
        Details,
        `places/${encodeURIComponent(id)}?languageCode=en`,
        'addressComponents,formattedAddress',
      )
      return found && placeOf(found)
    },
  }
}

function placeOf({ addressComponents = [], formattedAddress = '' }: z.infer<typeof Details>): Place {
  const part = (...types: string[]): string =>
    types
      .flatMap((type) =>
        addressComponents.filter((one) => one.types.includes(type)).map((one) => one.longText ?? ''),
      )
      .find((one) => one !== '') ?? ''
  const state =
    addressComponents.find((one) => one.types.includes('administrative_area_level_1'))?.shortText ?? ''
  return {
    street_number: part('street_number'),
    route: part('route'),
    city: part('locality', 'postal_town', 'sublocality_level_1', 'administrative_area_level_3'),
    state: state.slice(0, 2).toUpperCase(),
    zip: part('postal_code'),
    terms: formattedAddress.split(',').map((term) => term.trim()),
  }
}
