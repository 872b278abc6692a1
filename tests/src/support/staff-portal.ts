import type { QueryClient } from '@tanstack/react-query'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { User } from '#contract/schemas/user.ts'
import { createApi } from '#lib/api/client.ts'
import type { Net } from '#lib/api/net.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { createSessionStore } from '#lib/query/session-store.ts'

import { changesOf } from './effects.ts'

let lastId = 0

/** The portal for a signed-in person with this role: the parts that the staff's pages need. */
export function staffPortal(
  net: Net,
  role: string,
  client: QueryClient,
  book: MenuBook = { menus: [] },
): Portal {
  const session = createSessionStore()
  session.set({ state: 'user', principal: 'p1', email: 'admin@larder.test' })
  const user = { value: { role } as User, savedAt: 0, etag: undefined, waiting: false, refusal: [] }
  const copy = {
    value: {
      location: { time_zone: 'America/New_York' },
      configurations: [],
      announcements: [],
    } as unknown as LocationCopy,
    savedAt: 0,
  }
  const services = {
    api: createApi({ net, base: '/api', locationId: 'bella-nyc', onChange: changesOf(client) }),
    ids: { uuid: () => `key-${++lastId}`, secret: () => '' },
    clock: { now: () => Date.now() },
    principal: () => 'p1',
    readUser: async () => user,
    readLocation: async () => copy,
    readBook: async () => ({ value: book, savedAt: Date.now() }),
  } as Partial<Services> as Services
  return {
    facts: { host: { locationId: 'bella-nyc', adminURL: 'https://bella.example' } },
    load: async () => services,
    session,
    tickets: createTicketStore(),
  } as unknown as Portal
}
