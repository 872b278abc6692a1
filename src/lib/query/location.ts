import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Settings } from '#contract/schemas/location.ts'
import type { AppError } from '#lib/errors/app-error.ts'
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
  client.setQueryData<Aged<LocationCopy>>(keys.location(locationId), (shown) =>
    shown && shown.savedAt >= copy.savedAt ? shown : copy,
  )
}

/** What is known of this host's location; undefined until anything is. */
export function useLocationCopy(): LocationCopy | undefined {
  const { load, facts } = usePortal()
  return useQuery(locationQuery(load, facts.host.locationId)).data?.value
}

/** The same, with what stands in its place while nothing is known: why it could not be read. */
export function useLocationState(): {
  copy: LocationCopy | undefined
  failed: AppError | undefined
  retry: () => void
} {
  const { load, facts } = usePortal()
  const query = useQuery(locationQuery(load, facts.host.locationId))
  return {
    copy: query.data?.value,
    failed: query.data ? undefined : ((query.error as AppError | null) ?? undefined),
    retry: () => void query.refetch(),
  }
}

/** Switches within checkout; what is a page of its own is in contract/rules/features.ts. A switch that is not there is off. */
export function switchesOf(settings: Settings) {
  return {
    promoCodes: settings.promo_codes?.enable ?? false,
    hoursForOnlineOrder: settings.location_hours?.enable_for_online_order ?? false,
  }
}

type NamedPage = 'menus' | 'order' | 'rewards' | 'about' | 'catering' | 'gallery'

/** What the restaurant calls a page (`*_page_name` of its settings, specification §3), else the usual name. */
export function usePageName(page: NamedPage, usual: string): string {
  const name = useLocationCopy()?.location.settings.consumer_application_settings[`${page}_page_name`]
  return typeof name === 'string' && name !== '' ? name : usual
}
