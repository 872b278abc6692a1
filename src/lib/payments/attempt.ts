import { paymentMs } from '#contract/endpoint.ts'
import { paymentEndpoints } from '#contract/endpoints/payments.ts'
import type { PayableKind } from '#contract/payables.ts'
import type { Clock } from '#contract/ports.ts'
import type { ApiExtension } from '#contract/schemas/location.ts'
import { addAttempt, type AttemptRow, findAttempt, markSent, removeAttempt } from '#db/attempts.ts'
import type { LarderDatabase } from '#db/database.ts'
import { guest } from '#db/names.ts'
import { findLocation } from '#db/locations.ts'
import { writeWithRoom } from '#db/with-room.ts'
import { type Api, callsOf } from '#lib/api/client.ts'
import { AppError, asAppError, changedNothing, isUnknownOutcome } from '#lib/errors/app-error.ts'
import { type AttemptOn, type Done, findPayable } from './payables/payables.ts'

/**
 * Calls that move money or submit: sent only on a tap, and saved before they are sent. An attempt is saved, known to the server, or unknown. One that got no
 * answer is *unknown*, not failed, and sending it again does not settle it: the server is asked about its key, and withdraws what it never got
 * (docs/decisions/033). A charge needs a tap that its guest still stands by.
 */

export type AttemptPorts = {
  db: LarderDatabase
  api: Api
  clock: Clock
  /** Who calls are made as now: `guest`, or the id of the signed-in user. */
  principal(): string
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>
}

export type Outcome<K extends PayableKind = PayableKind> =
  /** The server said that it is done. */
  | ({ state: 'done' } & Done[K])
  /** Definitely not done. The next try is a new attempt with its own key. */
  | { state: 'refused'; error: AppError }
  /** The card's bank wants to authenticate the guest: do that, then `repeatAttempt` makes the same call again. */
  | { state: 'authenticate'; clientSecret: string }
  /** It never left this device, or never reached the server and never will: nothing was charged. */
  | { state: 'unsent' }
  /**
   * The outcome is unknown, and nothing else may be paid on this until it is known. `mayRepeat`: the server answers, but cannot tell; only its guest can decide
   * to make the same call again, with `repeatAttempt`.
   */
  | { state: 'unknown'; error: AppError; mayRepeat: boolean }

const lockOf = (payableId: string): string => `larder:attempt:${payableId}`

/**
 * Saves an attempt and sends it. Rejects when the device cannot save it: nothing is sent that could not be resolved later. `secret` is the part of the body
 * that is sent and never saved.
 */
export async function makeAttempt<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
  secret?: unknown,
): Promise<Outcome<K>> {
  return await ports.withLock(lockOf(row.payableId), async () => {
    await addAttempt(ports.db, row)
    return await send<K>(ports, row, secret)
  })
}

/**
 * The outcome of a payable's saved attempt; undefined when there is none. Charges nothing: fetches the payable, then asks about the key. Only an answer that
 * the server has stored is fetched by the same call.
 */
export async function resolveAttempt<K extends PayableKind>(
  ports: AttemptPorts,
  payableId: string,
): Promise<Outcome<K> | undefined> {
  return await withAttempt<K>(ports, payableId, async (row) => {
    if (!row.sent) return await endAttempt(ports, row, { state: 'unsent' })
    if (!findPayable<K>(row)) return await endAttempt(ports, row, { state: 'refused', error: damaged() })
    const asks = await offers(ports, row, 'payment_withdrawal')
    const seen = await look<K>(ports, row, { exact: asks })
    if ('state' in seen) return seen
    return asks ? await ask<K>(ports, row, seen.gone) : stillUnknown(ports, row)
  })
}

/**
 * Makes the very same call again, key and body: after the guest's bank has authenticated them, or on the guest's word where nobody can tell the outcome.
 * Undefined when no attempt is saved.
 */
export async function repeatAttempt<K extends PayableKind>(
  ports: AttemptPorts,
  payableId: string,
): Promise<Outcome<K> | undefined> {
  return await withAttempt<K>(ports, payableId, async (row) => {
    if (!findPayable<K>(row)?.canRepeat(row)) return await endAttempt(ports, row, { state: 'unsent' })
    if (!(await offers(ports, row, 'idempotency_keys'))) {
      // Without keys on the server, a repeat could charge twice: anything that went through since the last look is seen now.
      const seen = await look<K>(ports, row, { exact: false })
      if ('state' in seen) return seen
    }
    return await send<K>(ports, row)
  })
}

/**
 * Fetches a payable again after a definite refusal, which may be because the screen shows an old price. `done` where it was paid elsewhere; without an answer
 * the copy is kept.
 */
export async function readAfterRefusal<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
): Promise<Outcome<K> | undefined> {
  const seen = await look<K>(ports, row, { exact: true })
  return 'state' in seen && seen.state === 'done' ? seen : undefined
}

/** Gives up an attempt that will definitely not go through: its authentication failed or was cancelled. */
export async function abandonAttempt(ports: AttemptPorts, payableId: string): Promise<void> {
  await withAttempt(ports, payableId, async (row) => await removeAttempt(ports.db, row.key))
}

async function withAttempt<K extends PayableKind, T = Outcome<K>>(
  ports: AttemptPorts,
  payableId: string,
  work: (row: AttemptOn<K>) => Promise<T>,
): Promise<T | undefined> {
  return await ports.withLock(lockOf(payableId), async () => {
    const row = await findAttempt(ports.db, payableId)
    // The caller knows which kind of payable it is.
    return row && (await work(row as AttemptOn<K>))
  })
}

async function endAttempt<T>(ports: AttemptPorts, { key }: AttemptRow, outcome: T): Promise<T> {
  await removeAttempt(ports.db, key)
  return outcome
}

const damaged = (): AppError => new AppError('refused', 'This payment could not be read anymore.')

/** Whether the API has an extension. Where the location was never read, it is not known to lack it. */
async function offers(
  { db }: AttemptPorts,
  { locationId }: AttemptRow,
  extension: ApiExtension,
): Promise<boolean> {
  const location = (await findLocation(db, locationId))?.copy.location
  return location === undefined || (location.api_extensions?.includes(extension) ?? false)
}

/**
 * The payable as it is now: done where it shows that, unknown where there is no answer; else it does not tell, or is `gone`. `exact`: somebody else can say
 * more, so that what only looks done does not count.
 */
async function look<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
  { exact }: { exact: boolean },
): Promise<Outcome<K> | { gone?: AppError }> {
  const payable = findPayable<K>(row)!
  try {
    const subject = await payable.read({ ...ports, api: callsOf(ports.api, row.principal) }, row)
    const done = payable.isDone(row, subject) || (!exact && payable.seemsDone?.(row, subject) === true)
    if (done) return await finish<K>(ports, row, subject)
    await savePayable(ports, row, async () => await payable.save(ports, row, subject))
    return {}
  } catch (cause) {
    const error = asAppError(cause)
    // Gone, or not visible to us: its key may still tell.
    return error.kind === 'refused' ? { gone: error } : unknown(error)
  }
}

/** Asks about the key, as whoever made the attempt: a key belongs to its caller alone. */
async function ask<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
  gone: AppError | undefined,
): Promise<Outcome<K>> {
  const isOwn = row.as === guest || row.principal === ports.principal()
  if (!isOwn) return unknown(new AppError('unauthorized', 'somebody else is signed in'))
  try {
    const { state } = await ports.api.send(paymentEndpoints.withdrawPayment, {
      params: { key: row.key },
      key: row.key,
      as: row.as,
      by: row.principal,
    })
    switch (state) {
      case 'withdrawn':
        return await endAttempt(ports, row, gone ? { state: 'refused', error: gone } : { state: 'unsent' })
      case 'running':
        return unknown(new AppError('busy', 'the payment is still being worked on'))
      case 'answered':
        return await fetchAnswer<K>(ports, row)
    }
  } catch (cause) {
    const error = asAppError(cause)
    // An API without this call may refuse it in a form that is not ours.
    return error.details.status === 404 && error.kind !== 'refused'
      ? stillUnknown(ports, row)
      : { state: 'unknown', error, mayRepeat: error.kind === 'refused' }
  }
}

/**
 * The payable does not show it, and nobody else can say: its guest may make the same call again, though not before any copy of it that is still on its way
 * has had the time that a payment may take (specification §9).
 */
const stillUnknown = ({ clock }: AttemptPorts, { sentAt, createdAt }: AttemptRow) =>
  ({
    state: 'unknown',
    error: new AppError('refused', 'the restaurant cannot tell what became of it'),
    mayRepeat: clock.now() - (sentAt ?? createdAt) >= paymentMs,
  }) as const

/** The answer that the server has stored: the same call returns it, and moves nothing. For a call that must not be repeated, the payable is fetched instead. */
async function fetchAnswer<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
): Promise<Outcome<K>> {
  if (findPayable<K>(row)!.canRepeat(row)) return await send<K>(ports, row)
  const seen = await look<K>(ports, row, { exact: true })
  return 'state' in seen ? seen : await endAttempt(ports, row, { state: 'unsent' })
}

async function send<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
  secret?: unknown,
): Promise<Outcome<K>> {
  const payable = findPayable<K>(row)!
  await markSent(ports.db, row.key, ports.clock.now())
  try {
    const subject = await payable.post(callsOf(ports.api, row.principal), row, secret)
    if (!isAnswer(row) && !payable.isDone(row, subject))
      return unknown(new AppError('garbled', 'the order is not placed yet'))
    return await finish<K>(ports, row, subject)
  } catch (cause) {
    const error = asAppError(cause)
    const clientSecret = error.details.problem?.client_secret
    if (error.code === 'authentication_required' && clientSecret !== undefined)
      return { state: 'authenticate', clientSecret }
    // Busy is not a refusal: the first copy of this very call may still be running on the server.
    if (
      isUnknownOutcome(error) ||
      (error.kind === 'busy' && !changedNothing(error)) ||
      error.kind === 'unauthorized'
    )
      return unknown(error)
    return await endAttempt(ports, row, { state: 'refused', error })
  }
}

/** Of a ticket, a good answer to the call is the end of it, whatever is still due; an order for cards is placed by the same call, or is not done. */
const isAnswer = ({ payable }: AttemptRow): boolean => payable === 'ticket'

const unknown = (error: AppError): { state: 'unknown'; error: AppError; mayRepeat: boolean } => ({
  state: 'unknown',
  error,
  mayRepeat: false,
})

async function finish<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
  subject: Done[K],
): Promise<Outcome<K>> {
  const payable = findPayable<K>(row)!
  try {
    await savePayable(ports, row, async () => {
      await removeAttempt(ports.db, row.key)
      await payable.save(ports, row, subject)
    })
  } catch {
    // It is done, although it was not stored. The attempt stays saved, so that the next check finds that out again and stores it then.
  }
  return { state: 'done', ...subject }
}

async function savePayable<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
  save: () => Promise<void>,
): Promise<void> {
  const { db } = ports
  await writeWithRoom(db, [db.paymentAttempts.name, ...findPayable<K>(row)!.tables(db)], save)
}
