import { createContext, use, useSyncExternalStore } from 'react'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import type { LoadServices } from './services.ts'
import type { TicketState, TicketStore } from './ticket-store.ts'

/** What every screen may reach: the host's facts, the services (when they have arrived), the active ticket. */
export type Portal = { facts: HostFacts; load: LoadServices; tickets: TicketStore }

export const PortalContext = createContext<Portal | undefined>(undefined)

/** The portal that this screen stands in. Throws outside of one. */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('this component stands outside of the portal')
  return portal
}

/** The active ticket, live. */
export function useTicket(): TicketState {
  const { tickets } = usePortal()
  return useSyncExternalStore(tickets.subscribe, tickets.get, tickets.get)
}
