import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { define, readMs } from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { clientNetwork } from '#server/modules/limits/by-client.ts'
import { tooMany } from '#server/modules/limits/limits.ts'
import { getReadableTicket } from '#server/modules/tickets/service.ts'
import { registerRaw } from '#server/plugins/endpoints.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { OrderEvents } from './events.ts'

/** Server-sent events are not a JSON answer, so the call is not in the table of `contract/endpoints.ts`. */
const listenToTicket = define({
  method: 'GET',
  path: '/location/:loc/ticketorder/:id/events',
  caller: 'anyone',
  queue: 'read',
  answer: z.unknown(),
  timeoutMs: readMs,
})

/** When a client with too many streams may try again (ms). */
const crowdedMs = 30_000

/** How long a browser waits before it reconnects a broken stream (ms). */
const retryMs = 3000

type EventRoutePorts = { database: Database; events: OrderEvents; trustProxy: boolean }

/**
 * Extension `order_events` (docs/design/contract.md): `event: ticket` with `{status, history, recipient_checked_in}`, first the current state and then every
 * change; the stream ends with the order. Throws 404 for a ticket that may not be seen, 429 when one client or one order has too many streams, 503 when too
 * many listen.
 */
export function addOrderEventRoutes(app: FastifyInstance, ports: EventRoutePorts): void {
  const { database, events } = ports
  // Before the server waits for its connections: these never end on their own.
  app.addHook('preClose', () => events.close())
  registerRaw(app, listenToTicket, async ({ merchant, params, session, request, reply }) => {
    const ticket = await getReadableTicket(database, merchant, { id: params['id']!, userId: session?.userId })
    const where = { merchant, ticketId: ticket.id, network: clientNetwork(ports, request) }
    if (events.isCrowded(where)) throw tooMany(crowdedMs)
    if (events.isFull)
      throw new ProblemError(503, 'internal', 'We’re busy right now. Please look again in a moment.', {
        retryAfterSeconds: 30,
      })
    // `x-accel-buffering`: a buffering proxy would hold each event back.
    void reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    // A HEAD request reads no stream, so it would never end.
    if (request.method === 'HEAD') return reply.send()
    const stream = new PassThrough()
    stream.write(`retry: ${retryMs}\n\n`)
    const stop = events.listen(
      { ...where, write: (text) => void stream.write(text), end: () => void stream.end() },
      ticket,
    )
    stream.on('close', stop)
    return reply.send(stream)
  })
}
