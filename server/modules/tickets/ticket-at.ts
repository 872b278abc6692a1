import type { Endpoint } from '#contract/endpoint.ts'
import type { Session } from '#server/plugins/auth.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import type { TicketAt } from './ticket.ts'

type Asked<S extends Session | undefined> = Pick<Call<Endpoint>, 'params' | 'request'> & { session: S }

/** The ticket that a call is about, and who asks for it. */
export const ticketAt = ({ params, session, request }: Asked<Session | undefined>): TicketAt => ({
  id: params['id']!,
  userId: session?.userId,
  language: request.language,
})

/** The same for a call by a signed-in user. */
export const ownTicketAt = (asked: Asked<Session>): TicketAt & { userId: string } => ({
  ...ticketAt(asked),
  userId: asked.session.userId,
})
