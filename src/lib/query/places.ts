import { useMemo } from 'react'
import { serviceEndpoints } from '#contract/endpoints/services.ts'
import { type Places, serverPlaces } from '#lib/places/places.ts'
import { usePortal } from './portal-context.tsx'

/** Address suggestions from the restaurant's server. */
export function usePlaces(): Places {
  const { load } = usePortal()
  return useMemo(
    () =>
      serverPlaces({
        search: async (query) =>
          await (await load()).api.send(serviceEndpoints.searchPlaces, { query: { query } }),
        find: async (place) =>
          await (await load()).api.send(serviceEndpoints.getPlace, { params: { place } }),
      }),
    [load],
  )
}
