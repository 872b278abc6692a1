import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Settings } from '#contract/schemas/location.ts'
import type { Aged } from './device-backed.ts'
import { keys } from './keys.ts'
import { usePortal } from './portal-context.tsx'
import type { LoadServices } from './services.ts'

/** Location, configurations and announcements: shown from the device, refreshed behind. */
export const locationQuery = (load: LoadServices, locationId: string) =>
  queryOptions<Aged<LocationCopy>>({
    queryKey: keys.location(locationId),
    meta: { persist: true },
    async queryFn({ client }) {
      const services = await load()
      return await services.readLocation((copy) => showCopy(client, locationId, copy))
    },
  })

function showCopy(client: QueryClient, locationId: string, copy: Aged<LocationCopy>): void {
  client.setQueryData<Aged<LocationCopy>>(keys.location(locationId), (shown) => (shown && shown.savedAt >= copy.savedAt ? shown : copy))
}

/** What is known of this host's location; undefined until anything is. */
export function useLocationCopy(): LocationCopy | undefined {
  const { load, facts } = usePortal()
  return useQuery(locationQuery(load, facts.host.locationId)).data?.value
}

/** The feature switches that decide what is shown. A switch that is not there is off. */
export function switchesOf(settings: Settings) {
  return {
    onlineOrders: settings.meals?.online_orders?.enable ?? false,
    readOnlyMenu: settings.meals?.read_only_menu?.enable ?? false,
    promoCodes: settings.promo_codes?.enable ?? false,
    rewards: settings.rewards?.enable ?? false,
    hoursForOnlineOrder: settings.location_hours?.enable_for_online_order ?? false,
  }
}
