import type { QueryClient } from '@tanstack/react-query'
import type { AgedUser } from './aged-user.ts'
import { keys } from './keys.ts'

/** The device's copy of the user changed, in this tab, another one or the worker: shows it where the user is shown. */
export function showUser(client: QueryClient, locationId: string, principal: string, user: AgedUser): void {
  client.setQueryData<AgedUser>(keys.user(locationId, principal), (shown) => shown && user)
}
