import { endpoints, type QueueClass } from '#contract/endpoints.ts'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import type { Clock } from '#contract/ports.ts'
import type { LarderDatabase } from '#db/database.ts'
import { changeLifetimeMs, listChangesOf, listWaiting, type OutboxRow, postpone } from '#db/outbox.ts'
import { acknowledge, findTicket, refuse } from '#db/tickets.ts'
import type { Api } from '#lib/api/client.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { decide } from './decide.ts'
import { endpointOf, Orphaned, sendChange } from './handlers.ts'

export type DrainPorts = {
  db: LarderDatabase
  api: Api
  clock: Clock
  /** A number in [0, 1), for spreading retries. */
  chance: () => number
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>
}

export type DrainSettings = {
  locationId: string
  timeZone: () => string
  /** Who is signed in now. A change of anyone else is not sent. */
  principal: () => string
  /** The classes that may be sent from here: the worker sends drafts only while a window is open. */
  classes: () => readonly QueueClass[]
}

/** What a run left behind: nothing, or something that waits until a time (ms since the epoch). */
export type DrainResult = { left: 0 } | { left: number; retryAt: number }

/** The lock under which an outbox is sent, shared by tabs and worker. */
export const outboxLock = (locationId: string): string => `larder:outbox:${locationId}`

/**
 * The one sender (design/offline.md). Takes the waiting changes in order under one lock and stops at the first that must wait: what comes
 * after may stand on it. A change is kept until it is acknowledged or refused.
 */
export function createDrain(ports: DrainPorts, settings: DrainSettings): () => Promise<DrainResult> {
  return () => ports.withLock(outboxLock(settings.locationId), () => drainAll(ports, settings))
}

async function drainAll(ports: DrainPorts, settings: DrainSettings): Promise<DrainResult> {
  for (;;) {
    // Another person's changes neither go out nor hold this one's up.
    const waiting = (await listWaiting(ports.db, settings.locationId)).filter((one) => one.principal === settings.principal())
    const op = waiting.find((one) => settings.classes().includes(endpoints[endpointOf[one.change.kind]].queue))
    if (!op) return waiting.length === 0 ? { left: 0 } : { left: waiting.length, retryAt: Infinity }
    const now = ports.clock.now()
    if (op.notBefore > now) return { left: waiting.length, retryAt: op.notBefore }
    const retryAt = await sendOne(ports, settings, op)
    if (retryAt !== undefined) return { left: waiting.length, retryAt }
  }
}

/** Sends one change; answers when to try again, or undefined when it is settled. */
async function sendOne(ports: DrainPorts, settings: DrainSettings, op: OutboxRow): Promise<number | undefined> {
  const { db, clock } = ports
  if (clock.now() - op.createdAt > changeLifetimeMs) {
    await refuse(db, op, ['This change was made more than a day ago and was not sent.'], clock.now())
    return undefined
  }
  const row = await findTicket(db, op.draftId)
  if (!row) {
    await db.outbox.delete(op.seq)
    return undefined
  }
  const time = formatTimeOfDay(localTime(clock.now(), settings.timeZone()).minutes)
  try {
    const { ticket_order } = await sendChange(ports.api, op.change, row, op.opId, time)
    await acknowledge(db, op, ticket_order, clock.now())
    return undefined
  } catch (cause) {
    return await settle(ports, op, cause)
  }
}

async function settle({ db, clock, chance }: DrainPorts, op: OutboxRow, cause: unknown): Promise<number | undefined> {
  if (cause instanceof Orphaned) {
    await refuse(db, op, ['This could not be applied, because what it changed is no longer on the order.'], clock.now())
    return undefined
  }
  const error = asAppError(cause)
  const decision = decide(error, op.attempts, chance())
  switch (decision.do) {
    case 'wait': {
      const notBefore = clock.now() + decision.afterMs
      await postpone(db, op.seq, op.attempts + 1, notBefore)
      return notBefore
    }
    case 'sign-in':
      return Infinity
    case 'refuse':
      await refuse(db, op, explain(error), clock.now())
      return undefined
    case 'ticket-gone':
      await dropTicket(db, op, explain(error), clock.now())
      return undefined
  }
}

/** The ticket is not there any more (specification §8: 404 `not_found`): its changes go, and the diner is told of each. */
async function dropTicket(db: LarderDatabase, op: OutboxRow, messages: string[], now: number): Promise<void> {
  await db.transaction('rw', db.tickets, db.outbox, async () => {
    for (const one of await listChangesOf(db, op.draftId)) await refuse(db, one, messages, now)
    await db.outbox.where('draftId').equals(op.draftId).delete()
    const row = await db.tickets.get(op.draftId)
    if (!row) return
    const { ticketId: _gone, snapshot: _old, ...rest } = row
    await db.tickets.put({ ...rest, lineIds: {} })
  })
}
