import { createContext, use, useSyncExternalStore } from 'react'
import type { FirstCards } from '#db/first-cards.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import type { LoadServices } from './services.ts'
import type { SessionState, SessionStore } from './session-store.ts'
import type { TicketState, TicketStore } from './ticket-store.ts'

/** What every screen can use: the host's facts, the services (when they have loaded), the active ticket, who is signed in. */
export type Portal = {
  facts: HostFacts
  load: LoadServices
  tickets: TicketStore
  session: SessionStore
  /** Read by the launch itself, if its address shows them; undefined when nobody is signed in. */
  firstCards?: FirstCards | undefined
}

export const PortalContext = createContext<Portal | undefined>(undefined)

/** The portal around this screen. Throws outside of one. */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('outside of the portal')
  return portal
}

/** The active ticket, kept up to date. */
export function useTicket(): TicketState {
  const { tickets } = usePortal()
  return useSyncExternalStore(tickets.subscribe, tickets.get, tickets.get)
}

/** Who is signed in, kept up to date. */
export function useSession(): SessionState {
  const { session } = usePortal()
  return useSyncExternalStore(session.subscribe, session.get, session.get)
}

/** Whose data queries use, kept up to date: the signed-in person's principal; empty for everybody else. */
export function usePrincipal(): string {
  const session = useSession()
  return session.state === 'user' ? session.principal : ''
}
