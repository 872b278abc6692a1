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
 * What moves money, and submits: sent only on a tap, each written down before it leaves. An attempt is written down, known to the server, or unknown. One
 * whose answer never came is *unknown*, not failed, and is never answered by sending it again: the server is asked what became of its key, and withdraws
 * what it never got (docs/decisions/033). A charge follows only a tap that its guest still stands by.
 */

export type AttemptPorts = {
  db: LarderDatabase
  api: Api
  clock: Clock
  /** As whom calls go out now: `guest`, or the id of who is signed in. */
  principal(): string
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>
}

export type Outcome<K extends PayableKind = PayableKind> =
  /** Done, by the server's own word. */
  | ({ state: 'done' } & Done[K])
  /** Definitely not done. The next try is a new attempt with a key of its own. */
  | { state: 'refused'; error: AppError }
  /** The card's bank asks for the guest: authenticate, then `repeatAttempt` makes the same call again. */
  | { state: 'authenticate'; clientSecret: string }
  /** It never left this device, or never reached the server and never will: nothing was taken. */
  | { state: 'unsent' }
  /**
   * Nothing is known, and nothing else may be paid on this until it is. `mayRepeat`: the server answers, but cannot tell; only its guest can decide to
   * make the same call again, with `repeatAttempt`.
   */
  | { state: 'unknown'; error: AppError; mayRepeat: boolean }

const lockOf = (payableId: string): string => `larder:attempt:${payableId}`

/**
 * Writes an attempt down and sends it. Rejects when the device cannot write it: nothing is sent that could not be resolved later. `secret` is the part of
 * the body that is sent and never written.
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
 * What became of the attempt that is written down for a payable; undefined when there is none. Charges nothing: looks at the payable, then asks what became
 * of the key; only an answer that the server has kept is fetched by the same call.
 */
export async function resolveAttempt<K extends PayableKind>(
  ports: AttemptPorts,
  payableId: string,
): Promise<Outcome<K> | undefined> {
  return await withAttempt<K>(ports, payableId, async (row) => {
    if (!row.sent) return await endAttempt(ports, row, { state: 'unsent' })
    if (!findPayable<K>(row)) return await endAttempt(ports, row, { state: 'refused', error: damaged() })
    const asks = await offers(ports, row, 'payment_withdrawal')
    const seen = await look<K>(ports, row, asks)
    if ('state' in seen) return seen
    return asks ? await ask<K>(ports, row, seen.gone) : stillUnknown(ports, row)
  })
}

/**
 * Makes the very same call again, key and body: after the guest's bank has asked for them, or because the guest says so where nobody can tell what became
 * of it. Undefined when nothing is written down.
 */
export async function repeatAttempt<K extends PayableKind>(
  ports: AttemptPorts,
  payableId: string,
): Promise<Outcome<K> | undefined> {
  return await withAttempt<K>(ports, payableId, async (row) => {
    if (!findPayable<K>(row)?.canRepeat(row)) return await endAttempt(ports, row, { state: 'unsent' })
    if (!(await offers(ports, row, 'idempotency_keys'))) {
      // Its key would not keep a second copy from being taken: what went through since it was last looked at is seen now.
      const seen = await look<K>(ports, row, false)
      if ('state' in seen) return seen
    }
    return await send<K>(ports, row)
  })
}

/**
 * Reads a payable anew after a definite no, whose reason may be that it is not what the screen shows: another price. `done` where it was paid elsewhere;
 * without an answer the copy stays.
 */
export async function readAfterRefusal<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
): Promise<Outcome<K> | undefined> {
  const seen = await look<K>(ports, row, true)
  return 'state' in seen && seen.state === 'done' ? seen : undefined
}

/** Gives an attempt up that is definitely not going through: its authentication failed or was cancelled. */
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
    // Who asks knows which kind of payable it is.
    return row && (await work(row as AttemptOn<K>))
  })
}

async function endAttempt<T>(ports: AttemptPorts, { key }: AttemptRow, outcome: T): Promise<T> {
  await removeAttempt(ports.db, key)
  return outcome
}

const damaged = (): AppError => new AppError('refused', 'This payment could not be read anymore.')

/** Whether the API has an extension. One whose location was never read is not known to lack it. */
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
  exact: boolean,
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
    // Gone, or nothing that may be seen: its key may still tell.
    return error.kind === 'refused' ? { gone: error } : unknown(error)
  }
}

/** What became of the key. Asked as whoever made the attempt: a key is its caller's alone. */
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
    // An API that has no such call need not say so in our words.
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

/** The answer that the server has kept: the same call gives it, and moves nothing. What must not be sent again is looked for on the payable. */
async function fetchAnswer<K extends PayableKind>(
  ports: AttemptPorts,
  row: AttemptOn<K>,
): Promise<Outcome<K>> {
  if (findPayable<K>(row)!.canRepeat(row)) return await send<K>(ports, row)
  const seen = await look<K>(ports, row, true)
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
    // Busy is no refusal: the first copy of this very call may still be at work on the other side.
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
    // It is done all the same. The attempt stays written down: whoever looks at it next finds that out once more, and keeps it then.
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
