import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import { apiBase } from '#server/plugins/endpoints.ts'
import { notFound, ProblemError } from '#server/plugins/problems.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import {
  EventRefusedError,
  type SignedMessage,
  type ReportedEvent,
} from '#server/ports/payments/provider-books.ts'
import { keepEvent } from './store.ts'

/**
 * The webhook where the card provider reports what happened in its dashboard, and at cardholders' banks (decision 060). Not a call of the portal's: callers
 * authenticate by a signature.
 */

type EventPorts = {
  database: Database
  clock: Clock
  log: Log
  payments: Payments
  /** Has stored events processed now. */
  wake(): void
}

/** Stripe's largest events are some 100 KB. */
const maximumBodyBytes = 512 * 1024

/** Adds the two calls: for events of a location's own account, and for those that a platform gets about its connected accounts. */
export function addProviderEvents(app: FastifyInstance, ports: EventPorts): void {
  void app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: maximumBodyBytes },
      (_request, text, done) => done(null, text),
    )
    scope.post(
      `${apiBase}/location/:loc/payments/events`,
      { bodyLimit: maximumBodyBytes },
      (request, reply) => {
        const { locationId } = request.merchant
        if ((request.params as { loc: string }).loc !== locationId || !ports.payments.takesEvents(locationId))
          throw notFound()
        return take(ports, request, reply, {
          of: locationId,
          read: (message) => ports.payments.readEvent(locationId, message),
        })
      },
    )
    scope.post(`${apiBase}/payments/events`, { bodyLimit: maximumBodyBytes }, (request, reply) =>
      take(ports, request, reply, {
        of: 'STRIPE_CONNECT_WEBHOOK_SECRET',
        read: ports.payments.readPlatformEvent,
      }),
    )
  })
}

/** Whose events arrive there, for the log: a location's, or those under the platform's secret. */
type Endpoint = { of: string; read: (message: SignedMessage) => ReportedEvent }

/** Answers as soon as an event is stored: if the provider waited for the processing, it would send it again. */
async function take(
  { database, clock, log, wake }: EventPorts,
  request: FastifyRequest,
  reply: FastifyReply,
  { of, read }: Endpoint,
): Promise<FastifyReply> {
  const signature = request.headers['stripe-signature']
  const message = {
    body: typeof request.body === 'string' ? request.body : '',
    signature: typeof signature === 'string' ? signature : '',
    nowMs: clock.now(),
  }
  const { locationIds, event } = refusing(log, { of, requestId: request.id }, () => read(message))
  if (event) {
    const kept = await Promise.all(
      locationIds.map((locationId) => keepEvent(database, locationId, event, clock.now())),
    )
    if (kept.includes(true)) wake()
  }
  return reply.code(200).header('cache-control', 'no-store').send({ received: true })
}

/** Throws 400 for a refused message. */
function refusing<T>(log: Log, { of, requestId }: { of: string; requestId: string }, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof EventRefusedError)) throw error
    log({ level: 'warn', event: 'provider_event_refused', requestId, detail: `${of}: ${error.message}` })
    throw new ProblemError(400, 'bad_request', error.message)
  }
}
