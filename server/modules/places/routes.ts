import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { byClient } from '#server/modules/limits/by-client.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import { register } from '#server/plugins/endpoints.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import type { Log } from '#server/ports/log.ts'
import { type Places, PlacesUnreachableError, type Town } from '#server/ports/places/places.ts'

type PlacesPorts = { places: Places; limits: Limits; trustProxy: boolean; log: Log }

/** Addresses found while typing (specification §5, docs/design/contract.md). */
export function addPlacesRoutes(app: FastifyInstance, ports: PlacesPorts): void {
  const { places, log } = ports
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PlacesUnreachableError)) throw error
      log({ level: 'error', event: 'places_failed', error: error.name, detail: error.message })
      throw new ProblemError(503, 'internal', 'Addresses cannot be looked up just now. Please type yours.', {
        retryAfterSeconds: 30,
      })
    }
  }
  register(app, endpoints.searchPlaces, async ({ merchant, query, request }) => {
    const typed = query.query.trim()
    if (typed === '') return { body: { places: [] } }
    // The service behind the port may charge per call.
    await ports.limits.count(merchant.locationId, ...byClient(ports, request, 'places'))
    return { body: { places: await asked(() => places.search(typed, townsOf(merchant))) } }
  })
  register(app, endpoints.getPlace, async ({ merchant, params, request }) => {
    await ports.limits.count(merchant.locationId, ...byClient(ports, request, 'places'))
    const place = await asked(() => places.find(params['place']!))
    if (!place) throw notFound('We could not find this address. Please type it.')
    return { body: { place } }
  })
}

const townsOf = ({ location: { city, state, zip }, places = [] }: Merchant): Town[] => [
  { city, state, zip },
  ...places,
]
