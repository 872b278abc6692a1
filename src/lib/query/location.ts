import { translateName } from '#contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { type ReadState, readStateOf } from './answer-query.ts'
import type { Aged } from './device-backed.ts'
import { deviceBackedQuery } from './device-backed-query.ts'
import { keys } from './keys.ts'
import { usePortal } from './portal-context.tsx'
import type { LoadServices } from './services.ts'

/** Location, configurations and announcements: shown from the device, refreshed in the background. */
export const locationQuery = (load: LoadServices, locationId: string) =>
  deviceBackedQuery<Aged<LocationCopy>>({
    load,
    key: keys.location(locationId),
    persist: true,
    read: (services, show) => services.readLocation(show),
  })

/** This host's location; undefined until something is known. */
export function useLocationCopy(): LocationCopy | undefined {
  const { load, facts } = usePortal()
  return useQuery(locationQuery(load, facts.host.locationId)).data?.value
}

/** The same, with the reason and a retry while nothing is known. */
export function useLocationState(): ReadState & { copy: LocationCopy | undefined } {
  const { load, facts } = usePortal()
  const query = useQuery(locationQuery(load, facts.host.locationId))
  return { ...readStateOf(query), copy: query.data?.value }
}

/** Switches within checkout; those of whole pages are in contract/rules/features.ts. A missing switch counts as off. */
export function switchesOf(settings: Settings) {
  return {
    promoCodes: settings.promo_codes?.enable ?? false,
    hoursForOnlineOrder: settings.location_hours?.enable_for_online_order ?? false,
  }
}

type NamedPage = 'menus' | 'order' | 'rewards' | 'about' | 'catering' | 'gallery'

/** The restaurant's name for a page (`*_page_name` of its settings, specification §3), otherwise the usual one. */
export function usePageName(page: NamedPage, usual: string): string {
  const settings = useLocationCopy()?.location.settings
  return (settings && findPageName(settings, page)) ?? usual
}

/** The same without a usual name, for any page. */
export function findPageName({ consumer_application_settings }: Settings, page: string): string | undefined {
  const name = consumer_application_settings[`${page}_page_name`]
  return typeof name === 'string' && name !== '' ? translateName(name) : undefined
}
