import type { QueueClass } from '#contract/endpoint.ts'
import type { Clock } from '#contract/ports.ts'
import type { LarderDatabase } from '#db/database.ts'
import { ageOf, listWaiting, noteAge, type OutboxRow, postpone } from '#db/outbox.ts'
import { type Api, callsOf } from '#lib/api/client.ts'
import { asAppError, isTooOld } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { serverTimeOfDay } from '#lib/ports/server-time-of-day.ts'
import { type AnyChangeSender, OrphanedChangeError } from './change-sender.ts'
import { decide } from './decide.ts'
import { durableChanges, queueClassOf } from './durable-changes.ts'

type DrainPorts = {
  db: LarderDatabase
  api: Api
  clock: Clock
  /** A number in [0, 1), for spreading retries. */
  random: () => number
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>
}

type DrainSettings = {
  locationId: string
  timeZone: () => string
  /** Who is signed in now. Nobody else's changes are sent. */
  principal: () => string
  /** The queue classes that may be sent from here: with no window open, the worker sends no drafts. */
  classes: () => readonly QueueClass[]
  /** The families of changes that are sent from here. */
  senders: readonly AnyChangeSender[]
}

/** What a run left: nothing, or changes that wait until a time (ms since the epoch). */
export type DrainResult = { left: 0 } | { left: number; retryAt: number }

/** The lock under which an outbox is sent, shared by tabs and worker. */
export const outboxLock = (locationId: string): string => `larder:outbox:${locationId}`

/**
 * The one sender (docs/design/offline.md). Sends pending changes in order under one lock. A change that must wait holds up those that depend on it: the later
 * ones of its own stream. A change is kept until it is acknowledged or refused.
 */
export function createDrain(ports: DrainPorts, settings: DrainSettings): () => Promise<DrainResult> {
  return () => ports.withLock(outboxLock(settings.locationId), () => drainAll(ports, settings))
}

async function drainAll(ports: DrainPorts, settings: DrainSettings): Promise<DrainResult> {
  const postponed = new Map<string, number>()
  for (;;) {
    // Another person's changes are neither sent nor hold this person's up.
    const waiting = (await listWaiting(ports.db, settings.locationId)).filter(
      (one) => one.principal === settings.principal(),
    )
    const next = findNext(settings, waiting, postponed)
    if (!next)
      return waiting.length === 0
        ? { left: 0 }
        : { left: waiting.length, retryAt: Math.min(Infinity, ...postponed.values()) }
    const { sender, stream } = next
    const op = await noteAge(ports.db, next.op, ports.clock.now())
    const retryAt =
      op.notBefore > ports.clock.now() ? op.notBefore : await sendOne(ports, settings, sender, op)
    if (retryAt !== undefined) postponed.set(stream, retryAt)
  }
}

type Next = { op: OutboxRow; sender: AnyChangeSender; stream: string }

/** The first change that may be sent from here and that no earlier one holds up. */
function findNext(
  settings: DrainSettings,
  waiting: readonly OutboxRow[],
  postponed: ReadonlyMap<string, number>,
): Next | undefined {
  for (const op of waiting) {
    const sender = settings.senders.find((one) => one.owns(op))
    if (!sender || !settings.classes().includes(queueClassOf(op.change.kind))) continue
    const stream = sender.streamOf(op)
    if (!postponed.has(stream)) return { op, sender, stream }
  }
  return undefined
}

const tooOld = ['This change was made more than a day ago and was not sent.']

/** Sends one change; returns when to try again, or undefined when it is done. */
async function sendOne(
  { db, api, clock, random }: DrainPorts,
  settings: DrainSettings,
  sender: AnyChangeSender,
  op: OutboxRow,
) {
  if (ageOf(op, clock.now()) > durableChanges[op.change.kind].lifetimeMs) {
    await sender.refuse(db, op, sender.tooLate ?? tooOld, clock.now())
    return undefined
  }
  const timeOfDay = (): string => serverTimeOfDay(clock.now(), settings.timeZone())
  try {
    // The person's session may end between two steps of this.
    await sender.send({ db, api: callsOf(api, op.principal), now: clock.now, timeOfDay }, op)
    return undefined
  } catch (cause) {
    return await handleFailure({ db, clock, random }, sender, op, cause)
  }
}

type FailurePorts = Pick<DrainPorts, 'db' | 'clock' | 'random'>

/** Handles a failed send: waits, refuses, or leaves the change for its person. */
async function handleFailure(
  { db, clock, random }: FailurePorts,
  sender: AnyChangeSender,
  op: OutboxRow,
  cause: unknown,
): Promise<number | undefined> {
  if (cause instanceof OrphanedChangeError) {
    await sender.refuse(
      db,
      op,
      ['This could not be applied, because what it changed is no longer on the order.'],
      clock.now(),
    )
    return undefined
  }
  const error = asAppError(cause)
  const decision = decide(error, op.attempts, random())
  switch (decision.do) {
    case 'wait': {
      const notBefore = clock.now() + decision.afterMs
      await postpone(db, op.seq, { attempts: op.attempts + 1, notBefore, tooOld: isTooOld(error) })
      return notBefore
    }
    case 'sign-in':
      return Infinity
    case 'refuse':
      await sender.refuse(db, op, sender.wordsFor?.(error.code) ?? explain(error), clock.now())
      return undefined
    case 'gone':
      await sender.drop(db, op, explain(error), clock.now())
      return undefined
  }
}
